import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeFS } from '@electric-sql/pglite/nodefs'

/** What a file grants to its group and to everybody else. */
const OTHERS = 0o077

export interface RepairedFiles {
  /** How many files and folders others could use until now. */
  mended: number
  /** Those that others may still use, because this process may not change or look into them. */
  left: string[]
}

/**
 * Takes from everybody but their owner what they may do with these files and folders, and with
 * everything in them. What does not exist is passed over, links are not followed. Windows has no
 * such modes: nothing happens there.
 */
export function makePrivate(paths: readonly string[]): RepairedFiles {
  const result: RepairedFiles = { mended: 0, left: [] }
  if (process.platform !== 'win32') for (const path of paths) visit(path, result)
  return result
}

function visit(path: string, result: RepairedFiles): void {
  try {
    const stat = lstatSync(path)
    if (stat.isSymbolicLink()) return
    if (stat.mode & OTHERS) {
      chmodSync(path, stat.mode & 0o7777 & ~OTHERS)
      result.mended++
    }
    if (stat.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name), result)
  } catch (error) {
    // Gone: files of a running database come and go.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') result.left.push(path)
  }
}

/** The part of Emscripten's NODEFS that decides the modes of files. */
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
 * The folder of an embedded database, in which every new file is for its owner alone. PGlite knows
 * no umask but Emscripten's own (022), which it sets again by chmod: neither the process's umask
 * nor the folder's mode reaches it.
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
