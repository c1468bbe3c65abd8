import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeFS } from '@electric-sql/pglite/nodefs'

/** The permission bits of a file's group and of all others. */
const OTHERS = 0o077

export interface RepairedFiles {
  /** How many files and folders were accessible to others until now. */
  repaired: number
  /** Those still accessible to others, because this process may not change or read them. */
  left: string[]
}

/**
 * Removes all permissions of group and others from these files and folders, recursively. Skips what
 * does not exist and does not follow links. Does nothing on Windows, which has no such modes.
 */
export function makePrivate(paths: readonly string[]): RepairedFiles {
  const result: RepairedFiles = { repaired: 0, left: [] }
  if (process.platform !== 'win32') for (const path of paths) visit(path, result)
  return result
}

function visit(path: string, result: RepairedFiles): void {
  try {
    const stat = lstatSync(path)
    if (stat.isSymbolicLink()) return
    if (stat.mode & OTHERS) {
      chmodSync(path, stat.mode & 0o7777 & ~OTHERS)
      result.repaired++
    }
    if (stat.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name), result)
  } catch (error) {
    // Deleted meanwhile: files of a running database come and go.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') result.left.push(path)
  }
}

/** The part of Emscripten's NODEFS that sets the modes of files. */
interface NodeFsModule {
  NODEFS: {
    node_ops: {
      mknod(parent: unknown, name: string, mode: number, device: number): unknown
      setattr(node: unknown, change: { mode?: number }): void
    }
    stream_ops: { setattr(stream: unknown, change: { mode?: number }): void }
  }
}

/**
 * The folder of an embedded database, in which every new file is accessible to its owner only.
 * PGlite knows no umask but Emscripten's own (022), which it applies again by chmod: neither the
 * process's umask nor the folder's mode affects it.
 */
export async function privateNodeFs(folder: string): Promise<NodeFS> {
  const { NodeFS } = await import('@electric-sql/pglite/nodefs')
  class PrivateNodeFs extends NodeFS {
    override init(...[pg, options]: Parameters<NodeFS['init']>) {
      const preRun = [
        ...(options.preRun ?? []),
        (module: unknown) => keepPrivate(module as NodeFsModule),
      ]
      return super.init(pg, { ...options, preRun })
    }
  }
  return new PrivateNodeFs(folder)
}

function keepPrivate({ NODEFS: { node_ops: nodes, stream_ops: streams } }: NodeFsModule): void {
  const { mknod, setattr } = nodes
  const { setattr: setStreamAttr } = streams
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OTHERS, device)
  nodes.setattr = (node, change) => setattr(node, withoutOthers(change))
  streams.setattr = (stream, change) => setStreamAttr(stream, withoutOthers(change))
}

function withoutOthers(change: { mode?: number }): { mode?: number } {
  return change.mode === undefined ? change : { ...change, mode: change.mode & ~OTHERS }
}
