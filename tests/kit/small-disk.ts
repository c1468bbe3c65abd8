import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const CHUNK = Buffer.alloc(64 * 1024)

/** A file system of a few megabytes, in memory, which a test can fill and make read-only. */
export class SmallDisk {
  readonly folder: string
  readonly #unmount: () => void

  private constructor(folder: string) {
    this.folder = folder
    this.#unmount = () => void mount('umount', ['-l', folder])
    process.once('exit', this.#unmount)
  }

  /** Null if this user may not mount file systems. */
  static create(megabytes: number): SmallDisk | null {
    const folder = temporaryFolder()
    const options = `size=${megabytes}m,mode=0777`
    return mount('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
      ? new SmallDisk(folder)
      : null
  }

  static isSupported(): boolean {
    if (process.platform !== 'linux') return false
    const disk = SmallDisk.create(1)
    disk?.remove()
    return disk !== null
  }

  /** Leaves no space at all. */
  fill(): void {
    const file = openSync(this.#ballast(), 'a')
    for (const chunk of [CHUNK, CHUNK.subarray(0, 4096)])
      try {
        for (;;) writeSync(file, chunk)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    closeSync(file)
  }

  /** Removes what `fill` wrote. */
  free(): void {
    rmSync(this.#ballast(), { force: true })
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder)
    return bavail * bsize
  }

  /** Throws while a file on it is open for writing. */
  setWritable(writable: boolean): void {
    if (!mount('mount', ['-o', `remount,${writable ? 'rw' : 'ro'}`, this.folder]))
      throw new Error('the file system is in use')
  }

  remove(): void {
    process.off('exit', this.#unmount)
    this.#unmount()
  }

  #ballast(): string {
    return join(this.folder, 'ballast')
  }
}

function mount(command: 'mount' | 'umount', args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
