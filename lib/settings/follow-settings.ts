import { processSingleton } from '@/lib/config/process-singleton'
import { isBusAlive, subscribeToSettings } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { readSettingsVersion } from '@/lib/settings/stored-settings.store'
import { loadStoredValues } from '@/lib/settings/stored-values'

/** How often an instance polls while the bus may lose messages. */
const POLL_MS = 500

/** Never a real version, so that the stored settings are read again. */
const UNREAD = -1

interface Following {
  version: number
  /** The load in progress, and whether something changed since it started. */
  load: Promise<void> | null
  again: boolean
  /** Whether a failure was logged and no load has succeeded since. */
  failing: boolean
  listeners: Set<() => void>
}

const state = () =>
  processSingleton<Following>('settings-following', () => ({
    version: UNREAD,
    load: null,
    again: false,
    failing: false,
    listeners: new Set(),
  }))

/**
 * Calls `listener` each time that another version of the stored settings is in force. Returns a
 * function that unsubscribes.
 */
export function onSettingsApplied(listener: () => void): () => void {
  const { listeners } = state()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Applies the stored settings and keeps them current: loads them again when the bus reports a
 * change, and compares versions twice a second while the bus isn't known to be alive. Throws if the
 * first read fails. Returns a function that stops it.
 */
export async function followSettings(): Promise<() => void> {
  // Before the first read, or a change made during that would be missed.
  const unsubscribe = subscribeToSettings(() => void reloadQuietly())
  try {
    await reloadSettings()
  } catch (error) {
    unsubscribe()
    throw error
  }
  const poll = setInterval(() => {
    if (!isBusAlive() || state().version === UNREAD) void lookForChange()
  }, POLL_MS).unref()
  return () => {
    unsubscribe()
    clearInterval(poll)
  }
}

/**
 * Reads the stored settings again. Resolves when everything stored at the time of the call is in
 * force; concurrent calls share the next load.
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
      const version = await loadStoredValues()
      const isOther = version !== following.version
      following.version = version
      if (isOther) following.listeners.forEach((listener) => listener())
    } while (following.again)
    following.failing = false
  } catch (error) {
    // Makes the poll read again: the loaded version is outdated, or not in force everywhere.
    following.version = UNREAD
    throw error
  } finally {
    // Synchronously after the last check of `again`, so that no call joins a finished load.
    following.load = null
  }
}

async function reloadQuietly(): Promise<void> {
  try {
    await reloadSettings()
  } catch (error) {
    const following = state()
    if (!following.failing) logger().warn({ error }, 'changed settings could not be read yet')
    following.failing = true
  }
}

async function lookForChange(): Promise<void> {
  let version: number
  try {
    version = await readSettingsVersion(db())
  } catch {
    // The database is unavailable, which is reported elsewhere; the next poll comes soon.
    return
  }
  if (version !== state().version) await reloadQuietly()
}
