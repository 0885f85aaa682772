"""A disk for the data folder that can be full.

As root it is a small file system in memory, which is made as small as what is in it. Else the gateway is not allowed to write
beyond the first bytes of any file, which fails in the same places with another error.
"""

import os
import resource
import subprocess
import time


class MountedDisk:
    how = "a tmpfs without a free block"

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", "size=2g,mode=700", "vetgate-soak", str(folder)]
        subprocess.run(command, check=True, capture_output=True)

    def resize(self, size):
        subprocess.run(["mount", "-o", f"remount,size={size}", str(self.folder)], check=True, capture_output=True)

    def fill(self, pid):
        # It cannot be made smaller than what is in it, and that may have grown since it was asked for.
        for _ in range(100):
            space = os.statvfs(self.folder)
            try:
                return self.resize((space.f_blocks - space.f_bfree) * space.f_frsize)
            except subprocess.CalledProcessError:
                time.sleep(0.02)
        raise RuntimeError(f"{self.folder} cannot be made as small as what is in it")

    def free(self, pid):
        self.resize("2g")

    def remove(self):
        subprocess.run(["umount", "--lazy", str(self.folder)], capture_output=True)


class LimitedDisk:
    how = "a limit on the size of files (not root, so nothing can be mounted)"

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def fill(self, pid):
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))

    def free(self, pid):
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))

    def remove(self):
        pass


def disk(folder):
    try:
        return MountedDisk(folder)
    except (OSError, subprocess.CalledProcessError):
        return LimitedDisk(folder)
