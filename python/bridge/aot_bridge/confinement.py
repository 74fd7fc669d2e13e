"""Takes away from a worker what code of kernels must not have: the processes around it, rights, and what outlives it.

Linux only, as is Triton. Sources: namespaces(7), user_namespaces(7), pid_namespaces(7), capabilities(7), prctl(2),
mount_setattr(2), ptrace(2) ("Ptrace access mode checking", which decides who reads /proc/PID/environ), landlock(7).
"""

import ctypes
import errno
import os
import signal
import struct
import sys

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
PR_CAPBSET_DROP = 24
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID = 0x20000, 0x10000000, 0x20000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 8, 0x1000, 0x4000, 0x40000
# The same number on all architectures.
SYS_MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY = 442, -100, 0x8000, 1
SYS_LANDLOCK_CREATE_RULESET, SYS_LANDLOCK_ADD_RULE, SYS_LANDLOCK_RESTRICT_SELF = 444, 445, 446
WRITE_FILE, MOVE, TRUNCATE = 1 << 1, 1 << 13, 1 << 14
# Writing files, and removing, making and moving entries of any kind.
WRITING = WRITE_FILE | sum(1 << bit for bit in range(4, 13)) | MOVE | TRUNCATE
SCOPE_SOCKETS, SCOPE_SIGNALS = 1, 2
# Programs expect that they can write to these.
DEVICES = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/random", "/dev/urandom"]
CAPABILITY_VERSION_3 = 0x20080522
# Root needs these to read files of other users, as before.
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2
# Sockets of services that would do things for the user: Docker, systemd, D-Bus.
SERVICES = "/run"

libc = ctypes.CDLL(None, use_errno=True)


def confine(scratch: str, wants_namespaces: bool) -> tuple:
    """Goes on in a new process in new namespaces, where the machine allows it: without other processes, and with
    no folder to write to but `scratch`. Returns `namespaces`, or why the machine does not allow them; and whether Landlock
    protects other processes, and all files unless namespaces are not wanted.

    The process that called waits for the new one and ends like it.
    """
    die_with_parent(signal.SIGKILL)
    reason = enter_namespaces(scratch) if wants_namespaces else "turned off"
    # sudo and the like give no rights.
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    has_landlock = enter_landlock([scratch] if wants_namespaces else None)
    drop_capabilities()
    # Processes of the same user can neither trace this one nor open its pipes.
    prctl(PR_SET_DUMPABLE, 0)
    # What its children start and do not end becomes its child.
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    die_with_parent(signal.SIGKILL if reason == "namespaces" else signal.SIGTERM)
    return reason, has_landlock


def die_with_parent(how: int) -> None:
    """Sends a signal to this process when the process that started it ends, however that one ends."""
    prctl(PR_SET_PDEATHSIG, how)


def end_descendants() -> None:
    """Kills everything that this process and its children have started. Works like this for the first
    process of a namespace, or a subreaper."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                kill_children()
                os.waitpid(-1, 0)
        except ChildProcessError:
            return


def kill_children() -> None:
    # For the first process of a namespace, -1 means all others in it.
    for pid in [-1] if os.getpid() == 1 else children():
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def children() -> list:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                    # The name before it can contain anything.
                    parent = file.read().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if int(parent) == os.getpid():
                found.append(int(entry))
    return found


def enter_namespaces(scratch: str) -> str:
    from_inside, to_outside = os.pipe()
    # Only the first process in the namespace ends on request, and ends the others.
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    pid = os.fork()
    if pid == 0:
        os.close(from_inside)
        try:
            new_namespaces()
            inner = os.fork()
            if inner == 0:
                die_with_parent(signal.SIGKILL)
                arrange_mounts(scratch)
                os.write(to_outside, b"namespaces")
        except OSError as error:
            os.write(to_outside, (error.strerror or str(error)).encode())
            os._exit(1)
        os.close(to_outside)
        if inner == 0:
            return "namespaces"
        end_like(inner)
    os.close(to_outside)
    with os.fdopen(from_inside, encoding="utf-8") as reader:
        answer = reader.read()
    if answer == "namespaces":
        end_like(pid)
    os.waitpid(pid, 0)
    signal.signal(signal.SIGTERM, before)
    return answer or "the process that entered them ended"


def new_namespaces() -> None:
    """Namespaces that root makes need no new users, so that root goes on to read files of all users."""
    user, group = os.geteuid(), os.getegid()
    if user != 0 or libc.unshare(CLONE_NEWPID | CLONE_NEWNS) != 0:
        check(libc.unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS), "unshare")
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)
    die_with_parent(signal.SIGKILL)


def arrange_mounts(scratch: str) -> None:
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    needed = [scratch, sys.prefix, sys.base_prefix, *sys.path]
    if os.path.isdir(SERVICES) and not any(os.path.realpath(path).startswith(f"{SERVICES}/") for path in needed):
        mount("none", SERVICES, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    mount(scratch, scratch, None, MS_BIND)
    try:
        set_read_only("/", AT_RECURSIVE, True)
        set_read_only(scratch, 0, False)
    except OSError as error:
        # Linux before 5.12.
        if error.errno != errno.ENOSYS:
            raise


def mount(source: str | None, target: str, kind: str | None, flags: int) -> None:
    encoded = [None if each is None else os.fsencode(each) for each in (source, target, kind)]
    check(libc.mount(*encoded, ctypes.c_ulong(flags), None), f"mount {target}")


def set_read_only(path: str, flags: int, is_read_only: bool) -> None:
    # What to set, what to clear, and two fields that are not used.
    change = (ctypes.c_uint64 * 4)(*((MOUNT_ATTR_RDONLY, 0) if is_read_only else (0, MOUNT_ATTR_RDONLY)), 0, 0)
    arguments = (AT_FDCWD, os.fsencode(path), flags, ctypes.byref(change), ctypes.c_size_t(ctypes.sizeof(change)))
    check(libc.syscall(ctypes.c_long(SYS_MOUNT_SETATTR), *arguments), f"mount_setattr {path}")


def enter_landlock(folders: list[str] | None) -> bool:
    """Keeps this process and those that it starts from writing outside of `folders` (None: anywhere), and from reading
    the memory and the environment of other processes, tracing or (from Linux 6.12) ending them. False if Linux is older
    than 5.19, or does not have it.
    """
    version = libc.syscall(ctypes.c_long(SYS_LANDLOCK_CREATE_RULESET), None, ctypes.c_size_t(0), 1)
    # The first version forbids moving files from one folder to another, even below `folders`.
    if version < 2:
        return False
    # Moving files to other folders is denied unless a rule allows it.
    handled = MOVE if folders is None else WRITING & ~(TRUNCATE if version < 3 else 0)
    fields = (handled, 0, SCOPE_SOCKETS | SCOPE_SIGNALS)[: 1 if version < 4 else 2 if version < 6 else 3]
    attributes = (ctypes.c_uint64 * len(fields))(*fields)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    rules = libc.syscall(ctypes.c_long(SYS_LANDLOCK_CREATE_RULESET), ctypes.byref(attributes), size, 0)
    check(min(rules, 0), "landlock_create_ruleset")
    try:
        for path in ["/"] if folders is None else folders:
            allow_beneath(rules, path, handled)
        for path in filter(os.path.exists, [] if folders is None else DEVICES):
            allow_beneath(rules, path, handled & (WRITE_FILE | TRUNCATE))
        check(libc.syscall(ctypes.c_long(SYS_LANDLOCK_RESTRICT_SELF), rules, 0), "landlock_restrict_self")
    finally:
        os.close(rules)
    return True


def allow_beneath(rules: int, path: str, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = struct.pack("=Qi", rights, descriptor)
        check(libc.syscall(ctypes.c_long(SYS_LANDLOCK_ADD_RULE), rules, 1, rule, 0), f"landlock_add_rule {path}")
    finally:
        os.close(descriptor)


def drop_capabilities() -> None:
    kept = 1 << CAP_DAC_OVERRIDE | 1 << CAP_DAC_READ_SEARCH if os.geteuid() == 0 else 0
    # From the bounding set too: a program that root starts would otherwise get them back, and the kernel would then
    # randomise its addresses, which ptxas must not have (see reproducible_ptxas.py).
    for number in range(64):
        if not kept >> number & 1:
            libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(number), 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    held = (ctypes.c_uint32 * 6)()
    check(libc.capget(header, held), "capget")
    # Effective, permitted and inheritable, for numbers below 32 and above.
    fewer = (ctypes.c_uint32 * 6)(held[0] & kept, held[1] & kept, 0, 0, 0, 0)
    check(libc.capset(header, fewer), "capset")


def prctl(what: int, value: int) -> None:
    check(libc.prctl(what, ctypes.c_ulong(value), 0, 0, 0), f"prctl {what}")


def check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def end_like(pid: int) -> None:
    """Waits for a process and ends as it did."""
    for descriptor in (0, 1, 2):
        os.close(descriptor)
    _pid, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)
