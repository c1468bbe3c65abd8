// One build at a time of one folder, however many processes start in it.
import { setTimeout as sleep } from 'node:timers/promises'
import { tsImport } from 'tsx/esm/api'

const POLL_MS = 500
const PATIENCE_MS = 15 * 60_000
const LOST =
  'the build was interrupted: another process took over its folder, or it was deleted; start again'

/** @type {typeof import('../lib/platform/folder-lock.ts')} */
const { lockFolder, FolderLockedError } = await tsImport(
  '../lib/platform/folder-lock.ts',
  import.meta.url,
)

/**
 * Builds unless `isBuilt()`. While another process holds the lock `<folder>.lock.<n>`, waits for
 * its result, and builds if that failed. Throws after `patienceMs`. Aborts the signal that `build`
 * gets, and throws, if the lock is lost: two builds of one folder at once break it.
 * @param {object} options
 * @param {string} options.folder
 * @param {() => boolean} options.isBuilt
 * @param {(signal: AbortSignal) => Promise<void>} options.build
 * @param {number} [options.patienceMs]
 */
export async function buildOnce({ folder, isBuilt, build, patienceMs = PATIENCE_MS }) {
  const deadline = performance.now() + patienceMs
  /** @type {number | null} */
  let awaited = null
  while (!isBuilt()) {
    const lost = new AbortController()
    const { release, holder } = await lock(folder, () => lost.abort())
    if (release) {
      try {
        // Another process may have built since.
        if (isBuilt()) return
        console.log('Building, once; later starts skip this.')
        return await build(lost.signal)
      } catch (error) {
        throw lost.signal.aborted ? new Error(LOST, { cause: error }) : error
      } finally {
        release()
      }
    }
    if (holder !== awaited) console.log(`Waiting for process ${holder}, which is building.`)
    awaited = holder
    if (performance.now() > deadline)
      throw new Error(
        `process ${holder} is still building after ${Math.round(patienceMs / 60_000)} minutes; stop it, then start again`,
      )
    await sleep(POLL_MS)
  }
}

/**
 * @param {string} folder
 * @param {() => void} onLost
 * @returns {Promise<{ release: () => void; holder?: never } | { release?: never; holder: number }>}
 */
async function lock(folder, onLost) {
  try {
    return { release: await lockFolder(folder, { onLost }) }
  } catch (error) {
    if (error instanceof FolderLockedError) return { holder: error.holder }
    throw error
  }
}
