"""Runs a command under a system call filter, as systemd would: run-filtered.py CALLS COMMAND…

CALLS is a list of names separated by commas. Others fail with EPERM. The restrictions of
RestrictAddressFamilies= and RestrictNamespaces= are those of gatehouse.service.
"""

import errno
import os
import socket
import sys

import seccomp
from seccomp import ALLOW, ERRNO, EQ, MASKED_EQ, Arg, SyscallFilter

NEW_NAMESPACES = 0x7E020080
FAMILIES = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6)
RESTRICTED = {"socket", "clone", "clone3", "unshare", "setns"}

calls, command = sys.argv[1].split(","), sys.argv[2:]
rules = SyscallFilter(ERRNO(errno.EPERM))
for call in calls:
    # Names of other architectures and newer kernels are unknown, and systemd skips them, too.
    if call not in RESTRICTED and seccomp.resolve_syscall(seccomp.Arch(), call) >= 0:
        rules.add_rule(ALLOW, call)
for family in FAMILIES:
    rules.add_rule(ALLOW, "socket", Arg(0, EQ, family))
for family in (socket.AF_NETLINK, socket.AF_PACKET):
    rules.add_rule(ERRNO(errno.EAFNOSUPPORT), "socket", Arg(0, EQ, family))
rules.add_rule(ALLOW, "clone", Arg(0, MASKED_EQ, NEW_NAMESPACES, 0))
# The C library then falls back to clone.
rules.add_rule(ERRNO(errno.ENOSYS), "clone3")
rules.load()
os.execvp(command[0], command)
