package org.servedyno.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the README and the pages of docs/ show a reader: code blocks, command lines, links. */
final class Documents {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("(?m)^```(\\w*)\\n(.*?)^```$", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

    private Documents() {}

    static List<Path> all() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CHANGELOG.md")));
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        pages.add(ROOT.resolve("licenses/README.md"));
        return pages;
    }

    static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve(name));
    }

    /** The code blocks of one language, with the page each stands on. */
    static List<Block> blocks(String language) throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path page : all()) {
            Matcher matcher = BLOCK.matcher(Files.readString(page));
            while (matcher.find()) {
                if (matcher.group(1).equals(language)) {
                    blocks.add(new Block(page, matcher.group(2)));
                }
            }
        }
        return blocks;
    }

    /** The words of every command line that starts with one of the programs, comments and {@code &} left out. */
    static List<List<String>> commands(String program) throws IOException {
        List<List<String>> commands = new ArrayList<>();
        for (Block block : blocks("sh")) {
            for (String line : block.text().replace("\\\n", " ").split("\n", -1)) {
                String command = line.replaceFirst("(^|\\s)#.*", "")
                        .replaceFirst("&\\s*$", "")
                        .strip();
                if (command.startsWith(program + " ")) {
                    commands.add(List.of(command.split("\\s+")));
                }
            }
        }
        return commands;
    }

    /** The targets of links that are no web addresses, as files. */
    static List<Path> linkedFiles(Path page) throws IOException {
        List<Path> files = new ArrayList<>();
        Matcher matcher = LINK.matcher(Files.readString(page));
        while (matcher.find()) {
            String target = matcher.group(1).replaceFirst("#.*", "");
            if (!target.contains("://") && !target.isEmpty()) {
                files.add(page.resolveSibling(target).normalize());
            }
        }
        return files;
    }

    /**
     * A code block.
     *
     * @param page the file it stands in
     * @param text its lines
     */
    record Block(Path page, String text) {
        @Override
        public String toString() {
            return ROOT.relativize(page) + ": " + text.lines().findFirst().orElse("");
        }
    }
}
