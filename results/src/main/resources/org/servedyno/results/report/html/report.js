'use strict';
(() => {
  const data = JSON.parse(document.getElementById('traces-data').textContent);
  const charts = [
    { quantities: ['UTILIZATION', 'SM_ACTIVE'], unit: '%', range: () => [0, 122], top: 100 },
    { quantities: ['POWER'], unit: 'W', fromZero: true },
    { quantities: ['SM_CLOCK'], unit: 'MHz' },
    { quantities: ['TEMPERATURE'], unit: '°C' },
  ];
  const labels = {
    UTILIZATION: 'Utilization', SM_ACTIVE: 'SM active', POWER: 'Power', SM_CLOCK: 'SM clock', TEMPERATURE: 'Temperature',
  };
  const heights = { plain: 104, last: 128 };
  const colours = 8;
  const drawn = new Map();

  const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // One scale a quantity for all trials: charts side by side can be compared.
  for (const chart of charts) {
    if (chart.range) continue;
    let low = Infinity;
    let high = -Infinity;
    for (const trace of data.traces) {
      for (const line of trace.lines) {
        if (!chart.quantities.includes(line.quantity)) continue;
        for (const value of line.values) {
          if (value === null) continue;
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      }
    }
    if (low > high) { low = 0; high = 1; }
    const air = Math.max((high - low) * 0.08, high * 0.01, 0.5);
    const ends = [chart.fromZero ? 0 : Math.max(0, low - air), high + air];
    chart.range = () => ends;
  }

  function inPlot(u, paint) {
    const { ctx, bbox } = u;
    const ratio = devicePixelRatio || 1;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    paint(ctx, bbox, ratio);
    ctx.restore();
  }

  const bands = trace => u => inPlot(u, (ctx, bbox) => {
    for (const band of trace.bands) {
      const from = u.valToPos(band.fromSeconds, 'x', true);
      const to = u.valToPos(band.toSeconds, 'x', true);
      ctx.fillStyle = style(`--${band.kind}-band`);
      ctx.fillRect(from, bbox.top, Math.max(to - from, 1), bbox.height);
    }
  });

  // The whole label where it fits, else its number alone, else none: the band's colour still tells the kind.
  const bandLabels = trace => u => inPlot(u, (ctx, bbox, ratio) => {
    ctx.font = `${10 * ratio}px system-ui, sans-serif`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'top';
    ctx.fillStyle = style('--muted');
    for (const band of trace.bands) {
      const from = u.valToPos(band.fromSeconds, 'x', true);
      const room = u.valToPos(band.toSeconds, 'x', true) - from - 4 * ratio;
      const text = [band.label, band.label.split(' ').pop()].find(t => ctx.measureText(t).width <= room);
      if (text) ctx.fillText(text, from + 3 * ratio, bbox.top + 2 * ratio);
    }
  });

  function mark(u) {
    if (!data.simulated) return;
    inPlot(u, (ctx, bbox, ratio) => {
      ctx.font = `800 ${26 * ratio}px system-ui, sans-serif`;
      ctx.fillStyle = style('--mark');
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.fillText('SIMULATED', bbox.left + bbox.width / 2, bbox.top + bbox.height / 2);
    });
  }

  const rounded = value => Math.round(value * 10) / 10;

  // What the lines of one quantity show at the cursor: a value, or the span over several GPUs.
  function shown(values, unit) {
    const known = values.filter(value => value !== null && value !== undefined);
    if (known.length === 0) return '–';
    const [low, high] = [Math.min(...known), Math.max(...known)].map(rounded);
    return low === high ? `${low} ${unit}` : `${low} to ${high} ${unit}`;
  }

  function keyOf(text, stroke, dotted) {
    const key = document.createElement('span');
    key.className = 'key';
    key.style.setProperty('--key', stroke);
    if (dotted) key.style.setProperty('--dash', 'dotted');
    key.textContent = text;
    return key;
  }

  function draw(host) {
    const trace = data.traces[Number(host.dataset.trace)];
    const body = host.querySelector('.charts');
    body.textContent = '';
    const plots = [];
    const gpus = [...new Set(trace.lines.map(line => line.gpu))];
    const several = gpus.length > 1;
    const colourOf = line => {
      if (several) return style(`--c${line.gpu % colours}`);
      return style(line.quantity === 'UTILIZATION' ? '--c6' : '--c0');
    };
    if (several) {
      const row = document.createElement('div');
      row.className = 'chart-head';
      gpus.forEach(gpu => row.append(keyOf(`GPU ${gpu}`, style(`--c${gpu % colours}`), false)));
      body.append(row);
    }
    const present = charts.filter(c => trace.lines.some(l => c.quantities.includes(l.quantity)));
    present.forEach((chart, place) => {
      const last = place === present.length - 1;
      const lines = trace.lines.filter(l => chart.quantities.includes(l.quantity));
      const head = document.createElement('div');
      head.className = 'chart-head';
      const live = chart.quantities.filter(q => lines.some(l => l.quantity === q)).map(quantity => {
        const own = lines.flatMap((line, i) => (line.quantity === quantity ? [i] : []));
        const dotted = quantity === 'UTILIZATION';
        const stroke = several ? style('--muted') : colourOf(lines[own[0]]);
        const key = keyOf(`${labels[quantity]} `, stroke, dotted);
        const number = document.createElement('b');
        key.append(number);
        head.append(key);
        return idx => {
          number.textContent = idx == null ? '' : shown(own.map(i => lines[i].values[idx]), chart.unit);
        };
      });
      if (place === 0) {
        const pass = document.createElement('b');
        head.append(pass);
        live.push(idx => {
          const at = idx == null ? NaN : trace.seconds[idx];
          const band = trace.bands.find(b => at >= b.fromSeconds && at <= b.toSeconds);
          pass.textContent = band ? band.label : '';
        });
      }
      const series = lines.map(line => ({
        stroke: colourOf(line),
        dash: line.quantity === 'UTILIZATION' ? [4, 3] : undefined,
        width: several ? 1 : 1.4,
        points: { show: false },
        spanGaps: false,
      }));
      const box = document.createElement('div');
      box.className = last ? 'chart last' : 'chart';
      body.append(head, box);
      const axis = { stroke: style('--muted'), font: '11px system-ui, sans-serif', grid: { stroke: style('--hair'), width: 1 }, ticks: { stroke: style('--hair'), width: 1, size: 4 } };
      plots.push(new uPlot({
        width: Math.max(box.clientWidth, 120),
        height: last ? heights.last : heights.plain,
        padding: [6, 10, last ? 0 : 4, 0],
        legend: { show: false },
        cursor: { sync: { key: trace.trial }, y: false, points: { size: 5 }, drag: { x: true, y: false } },
        scales: { x: { time: false }, y: { range: chart.range } },
        series: [{}, ...series],
        axes: [
          { ...axis, size: last ? 28 : 4, gap: 3, space: 56, values: (u, ticks) => ticks.map(v => (last ? `${v} s` : '')) },
          { ...axis, size: 68, gap: 4, space: 26, values: (u, ticks) => ticks.map(v => (v > (chart.top || Infinity) ? '' : `${v} ${chart.unit}`)) },
        ],
        hooks: {
          drawClear: [bands(trace), mark],
          draw: place === 0 ? [bandLabels(trace)] : [],
setCursor: [u => live.forEach(update => update(u.cursor.idx))],
        },
      }, [trace.seconds, ...lines.map(l => l.values)], box));
    });
    drawn.set(host, plots);
  }

  const hosts = [...document.querySelectorAll('.trace')];
  const sizes = new ResizeObserver(entries => {
    for (const { target } of entries) {
      for (const plot of drawn.get(target) || []) {
        const width = plot.root.parentElement.clientWidth;
        if (width > 0 && width !== plot.width) plot.setSize({ width, height: plot.height });
      }
    }
  });
  const ahead = 400;
  function show(host) {
    if (drawn.has(host)) return;
    draw(host);
    sizes.observe(host);
  }
  const watcher = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      show(target);
    }
  }, { rootMargin: `${ahead}px` });
  for (const host of hosts) {
    if (host.getBoundingClientRect().top < innerHeight + ahead) show(host);
    else watcher.observe(host);
  }

  function redraw() {
    for (const [host, plots] of drawn) {
      plots.forEach(plot => plot.destroy());
      draw(host);
    }
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  addEventListener('beforeprint', () => hosts.forEach(show));
})();
