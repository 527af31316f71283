# Runs a command in the session this script was started in, and leaves a guard beside it in a session of its own.
#
#   guard.sh launch TOOL OPEN_FILES INTERRUPT_S TERMINATE_S SCRATCH COMMAND...
#
# Standard input is the lifeline: a pipe that only the harness holds at the other end. The guard waits on it. The line "done"
# means that the harness has seen to everything; the end of the pipe means that the harness is gone, and then the guard stops
# every process of the session, and every process that carries the trial's marker in its environment: SIGINT, SIGTERM, SIGKILL.
# POSIX sh, no other tool than setsid or perl, grep, sleep and rm.
set -u

in_new_session() {
    case $tool in
    setsid) exec setsid "$@" ;;
    *) exec perl -e 'use POSIX; POSIX::setsid(); exec { $ARGV[0] } @ARGV; exit 127' "$@" ;;
    esac
}

launch() {
    tool=$1 open_files=$2 interrupt=$3 terminate=$4 scratch=$5
    shift 5
    exec 3<&0 </dev/null
    # A subshell in between, so that the engine does not find a child it never started.
    (
        marker=$SERVEDYNO_TRIAL
        unset SERVEDYNO_TRIAL
        in_new_session sh "$0" watch "$$" "$marker" "$interrupt" "$terminate" "$scratch" <&3 3<&- >/dev/null 2>&1 &
    )
    exec 3<&-
    if [ "$open_files" != - ]; then
        ulimit -Sn "$open_files" 2>/dev/null || :
    fi
    exec "$@"
}

# Sets $pids to the living members, in words fit for kill.
find_members() {
    pids=
    if [ ! -r /proc/self/stat ]; then
        if kill -0 -- "-$session" 2>/dev/null; then pids="-$session"; fi
        return
    fi
    for file in /proc/[0-9]*/stat; do
        read -r line <"$file" || continue
        pid=${line%% *}
        # After the last parenthesis: state, parent, process group, session.
        set -- ${line##*) }
        case $1 in Z | X) continue ;; esac
        if [ "$3" = "$session" ] || [ "$4" = "$session" ]; then pids="$pids $pid"; fi
    done
    for file in $(grep -lsF "SERVEDYNO_TRIAL=$marker" /proc/[0-9]*/environ); do
        pid=${file#/proc/}
        pids="$pids ${pid%/environ}"
    done
}

# Sends signal $1 and waits at most $2 seconds; true when nobody is left.
end_by() {
    find_members
    if [ -z "$pids" ]; then return 0; fi
    kill -s "$1" -- $pids
    waited=0
    while [ "$waited" -lt "$2" ]; do
        sleep 1
        waited=$((waited + 1))
        find_members
        if [ -z "$pids" ]; then return 0; fi
    done
    return 1
}

watch() {
    session=$1 marker=$2 interrupt=$3 terminate=$4 scratch=$5
    trap '' HUP INT QUIT TERM
    cd /
    word=
    read -r word
    if [ "$word" = done ]; then exit 0; fi
    end_by INT "$interrupt" || end_by TERM "$terminate" || end_by KILL 10
    rm -rf -- "$scratch"
}

role=$1
shift
"$role" "$@"
