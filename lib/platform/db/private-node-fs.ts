import type { NodeFS } from '@electric-sql/pglite/nodefs'
import { OTHERS } from '@/lib/platform/private-files'

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
 * The folder of an embedded database, in which every new file is for its owner alone. PGlite knows no umask but Emscripten's
 * own (022), which it sets again by chmod: neither the process's umask nor the folder's mode reaches it.
 */
export async function privateNodeFs(folder: string): Promise<NodeFS> {
  const { NodeFS } = await import('@electric-sql/pglite/nodefs')
  class PrivateNodeFs extends NodeFS {
    override init(...[pg, options]: Parameters<NodeFS['init']>) {
      const preRun = [...(options.preRun ?? []), (module: unknown) => keepPrivate(module as NodeFsModule)]
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
