import { subscribe, type BusMessage } from '@/lib/platform/bus/bus'
import type { LiveMessage } from '@/lib/platform/bus/live-messages'
import type { AccessWatch } from '@/server/hub/access-watch'
import type { ChangeHints } from '@/server/hub/change-hints'
import type { Connections } from '@/server/hub/connections'
import { EarlyCopies } from '@/server/hub/early-copies'
import type { InboxUpdates } from '@/server/hub/inbox-updates'
import type { PageUpdates } from '@/server/hub/page-updates'
import type { SessionWatch } from '@/server/hub/session-watch'

/** When a change is looked for again that was announced before its commit: soon, and when any commit has ended. */
const LOOK_AGAIN_MS = [800, 3200]
/** After a gap everybody is told how things stand, at most so often. */
const RECOVER_EVERY_MS = 1000

interface Parts {
  connections: Connections
  sessions: SessionWatch
  access: AccessWatch
  inbox: InboxUpdates
  pages: PageUpdates
  hints: ChangeHints
}

/** Turns what the bus says into what the parts of the hub do. Returns the way to stop. */
export function takeInBus(parts: Parts): () => void {
  const copies = new EarlyCopies()
  let recoverAt = 0
  let recovering: NodeJS.Timeout | null = null
  const recover = () => {
    if (recovering) return
    const wait = Math.max(0, recoverAt - performance.now())
    recovering = setTimeout(() => {
      recovering = null
      recoverAt = performance.now() + RECOVER_EVERY_MS
      parts.sessions.checkAll()
      parts.access.checkAll()
      parts.inbox.syncAll()
      parts.pages.invalidateAll()
    }, wait).unref()
  }
  return subscribe((message, early) => {
    if (message.type === 'resync') return recover()
    if (message.type === 'settings.changed') return
    if ('id' in message) return copies.take(message, early, (live) => takeLive(parts, live))
    parts.hints.take(message, early)
    takeChange(parts, message, early)
    if (early) for (const ms of LOOK_AGAIN_MS) setTimeout(() => takeChange(parts, message, true), ms).unref()
  })
}

function takeChange(
  parts: Parts,
  message: Exclude<BusMessage, LiveMessage | { type: 'settings.changed' }>,
  early: boolean,
): void {
  const { connections, sessions, access } = parts
  if (message.type === 'rbac.changed') return access.checkAll()
  if (message.type === 'resync' || !connections.has(message.userId)) return
  const { userId } = message
  if (message.type === 'session.revoked') sessions.check(message.sessionId, userId)
  else sessions.checkUser(userId, { tellRest: message.type === 'user.sessions_revoked' && !early })
  if (message.type === 'user.changed') access.check(userId)
}

function takeLive({ inbox, pages }: Parts, message: LiveMessage): void {
  if (message.type === 'inbox.changed') inbox.changed(message.changes)
  else if (message.type === 'ui.patch') pages.patch(message.audience, message.patch)
  else pages.toast(message.userId, message.toast)
}
