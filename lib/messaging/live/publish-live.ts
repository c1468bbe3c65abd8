import type { PermissionName } from '@/lib/config/permission-catalog'
import { type InboxChange, publish, type UiPatch, type UiToast } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { truncateText } from '@/lib/platform/input-fields'

export type { InboxChange, UiPatch, UiToast }

/**
 * Who is shown a patch: one person, or whoever holds a permission when it reaches their connection.
 */
export type LiveAudience = { userId: string } | { permission: PermissionName }

/**
 * How many changes one message carries: PostgreSQL takes less than 8000 bytes, a change needs about
 * 120.
 */
const CHANGES_PER_MESSAGE = 50
const MAX_PATCH_BYTES = 6000
/** In UTF-16 units, of which each takes at most six bytes of JSON. */
const TOAST_LENGTHS = { title: 200, message: 500, label: 60, href: 300 }
const OWN_PATH = /^\/(?![/\\])/

/**
 * Tells every live connection of these users, on all instances, that their inboxes changed; if and
 * only if `tx` commits, and once per connection. The hub reads count and items when it hears of it:
 * an event is a hint, the database the truth.
 */
export async function publishInboxChanged(tx: Tx, changes: readonly InboxChange[]): Promise<void> {
  for (let i = 0; i < changes.length; i += CHANGES_PER_MESSAGE) {
    const batch = changes.slice(i, i + CHANGES_PER_MESSAGE)
    await publish(tx, { type: 'inbox.changed', id: newId(), changes: batch })
  }
}

/**
 * Tells open pages what changed on what they show; if and only if `tx` commits. `target` names it:
 * `users`, `users/<id>`, `roles`, `roles/<id>`, `sessions`, `contacts`, `contacts/<id>`,
 * `notifications`, `notifications/<batch id>`, `payments/<id>`. Prefer `invalidate`: the page reads
 * again what its viewer may see. Data that is too long for the bus (6000 bytes) becomes an
 * `invalidate`.
 *
 * The hub adds `rev`, and says some things by itself: `permissions` `invalidate` to somebody whose
 * roles, permissions or status changed, `*` `invalidate` to everybody when messages may have been
 * missed, and what the bus reports anyway of users, roles and sessions
 * (`server/live/page-updates.ts`): whoever publishes `user.changed`, `rbac.changed` or the end of a
 * session need not.
 */
export async function publishPatch(tx: Tx, audience: LiveAudience, patch: UiPatch): Promise<void> {
  const fits = Buffer.byteLength(JSON.stringify(patch)) <= MAX_PATCH_BYTES
  const sent: UiPatch = fits ? patch : { target: patch.target, op: 'invalidate' }
  await publish(tx, { type: 'ui.patch', id: newId(), audience, patch: sent })
}

/**
 * Shows a person a sentence on their open pages; if and only if `tx` commits. Long texts are cut.
 * Throws when `href` leads elsewhere.
 */
export async function publishToast(tx: Tx, userId: string, toast: UiToast): Promise<void> {
  const { level, title, message, action } = toast
  if (action && (!OWN_PATH.test(action.href) || action.href.length > TOAST_LENGTHS.href))
    throw new TypeError('a toast leads to a path of this service only')
  const short: UiToast = {
    level,
    title: truncateText(title, TOAST_LENGTHS.title),
    ...(message === undefined ? {} : { message: truncateText(message, TOAST_LENGTHS.message) }),
    ...(action
      ? { action: { label: truncateText(action.label, TOAST_LENGTHS.label), href: action.href } }
      : {}),
  }
  await publish(tx, { type: 'ui.toast', id: newId(), userId, toast: short })
}
