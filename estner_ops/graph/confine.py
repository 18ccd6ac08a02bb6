"""Takes the network away from a process, for good: the kernel refuses it new sockets (Linux, seccomp filter).

A process without rights may do this to itself, also in a container. Sockets that are open stay usable.
"""

import ctypes
import errno
import platform
import struct

# (audit architecture, number of the socket system call): linux/audit.h and the system call tables of the kernel
_MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2  # linux/prctl.h, linux/seccomp.h
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06  # linux/bpf_common.h: word at an offset, jump if equal, return


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def without_network() -> bool:
    """Whether the kernel refuses sockets from now on; False where this cannot be had."""
    if platform.system() != "Linux" or platform.machine() not in _MACHINES:
        return False
    architecture, number = _MACHINES[platform.machine()]
    steps = [  # struct seccomp_data: the system call's number at 0, the architecture at 4
        (_LOAD, 0, 0, 4), (_EQUAL, 1, 0, architecture), (_RETURN, 0, 0, _REFUSE),
        (_LOAD, 0, 0, 0), (_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW),
    ]
    program = _Program(len(steps), b"".join(struct.pack("=HBBI", *step) for step in steps))
    system = ctypes.CDLL(None, use_errno=True)
    return bool(system.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
                and system.prctl(_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)
