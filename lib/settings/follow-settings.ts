import { processSingleton } from '@/lib/config/process-singleton'
import { isBusAlive, subscribe } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { readSettingsVersion } from '@/lib/settings/stored-settings.store'
import { loadStoredValues } from '@/lib/settings/stored-values'

/** How often an instance looks for itself while the bus may lose messages. */
const POLL_MS = 500
/** A message may run ahead of its commit by as long as a commit may take. */
const EARLY_LASTS_MS = 3000

/** No version is that: what is stored has to be read. */
const UNREAD = -1

interface Following {
  version: number
  /** The load under way, and whether something changed since it began. */
  load: Promise<void> | null
  again: boolean
}

const state = () =>
  processSingleton<Following>('settings-following', () => ({
    version: UNREAD,
    load: null,
    again: false,
  }))

/**
 * Puts stored settings in force and keeps them so: loaded again when the bus says that they
 * changed, and compared twice a second while it is not proven alive. Throws when they cannot be
 * read at first. Returns the way to stop.
 */
export async function followSettings(): Promise<() => void> {
  await reloadSettings()
  const later = new Set<NodeJS.Timeout>()
  const unsubscribe = subscribe((message, early) => {
    if (message.type !== 'settings.changed' && message.type !== 'resync') return
    void reloadQuietly()
    if (early) later.add(setTimeout(() => void reloadQuietly(), EARLY_LASTS_MS).unref())
  })
  const poll = setInterval(() => {
    if (!isBusAlive() || state().version === UNREAD) void lookForChange()
  }, POLL_MS).unref()
  return () => {
    unsubscribe()
    clearInterval(poll)
    later.forEach(clearTimeout)
  }
}

/**
 * Reads stored settings again. Resolves once what was stored when it was called is in force; calls
 * meanwhile share the next load.
 */
export async function reloadSettings(): Promise<void> {
  const following = state()
  if (following.load) {
    following.again = true
    return following.load
  }
  following.load = loadUntilCurrent(following)
  return following.load
}

async function loadUntilCurrent(following: Following): Promise<void> {
  try {
    do {
      following.again = false
      following.version = await loadStoredValues()
    } while (following.again)
  } finally {
    // At once after the last look at `again`: nobody joins a load that has ended.
    following.load = null
  }
}

async function reloadQuietly(): Promise<void> {
  try {
    await reloadSettings()
  } catch (error) {
    // Read again by the poll: the version is known to be old.
    state().version = UNREAD
    logger().warn({ error }, 'changed settings could not be read yet')
  }
}

async function lookForChange(): Promise<void> {
  try {
    if ((await readSettingsVersion(db())) !== state().version) await reloadSettings()
  } catch {
    // The database is away, which others report; the next look comes soon.
  }
}
