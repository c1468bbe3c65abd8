import type { PermissionName } from '@/lib/config/permission-catalog'
import { isOwnPath } from '@/lib/messaging/inbox/inbox.schemas'
import { type InboxChange, publish, type UiPatch, type UiToast } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { truncateText } from '@/lib/platform/input-fields'

export type { InboxChange, UiPatch, UiToast }

/** Who gets a patch: one user, or every connection whose user has the permission on delivery. */
export type LiveAudience = { userId: string } | { permission: PermissionName }

/** Changes per message: PostgreSQL accepts less than 8000 bytes, and a change needs about 120. */
const CHANGES_PER_MESSAGE = 50
const MAX_PATCH_BYTES = 6000
/** In UTF-16 units, each of which takes at most six bytes of JSON. */
const TOAST_LENGTHS = { title: 200, message: 500, label: 60, href: 300 }

/**
 * Notifies every live connection of these users, on all instances, that their inboxes changed, if
 * and only if `tx` commits and once per connection. The hub then reads count and items from the
 * database, because an event is only a hint.
 */
export async function publishInboxChanged(tx: Tx, changes: readonly InboxChange[]): Promise<void> {
  for (let i = 0; i < changes.length; i += CHANGES_PER_MESSAGE) {
    const batch = changes.slice(i, i + CHANGES_PER_MESSAGE)
    await publish(tx, { type: 'inbox.changed', id: newId(), changes: batch })
  }
}

/**
 * Notifies open pages that data they show has changed, if and only if `tx` commits. `target` is one
 * of `users`, `users/<id>`, `roles`, `roles/<id>`, `sessions`, `contacts`, `contacts/<id>`,
 * `notifications`, `notifications/<batch id>`, `payments/<id>`, `webhooks`. Prefer `invalidate`:
 * the page reads again what its viewer may see. Data too long for the bus (6000 bytes) becomes an
 * `invalidate`.
 *
 * The hub adds `rev` and publishes some patches itself: `permissions` `invalidate` to a user whose
 * roles, permissions or status changed, `*` `invalidate` to all users when messages may have been
 * missed, and changes of users, roles and sessions that the bus reports anyway
 * (`server/live/page-updates.ts`). Code that publishes `user.changed`, `rbac.changed` or the end of
 * a session need not publish a patch for it.
 */
export async function publishPatch(tx: Tx, audience: LiveAudience, patch: UiPatch): Promise<void> {
  const fits = Buffer.byteLength(JSON.stringify(patch)) <= MAX_PATCH_BYTES
  const sent: UiPatch = fits ? patch : { target: patch.target, op: 'invalidate' }
  await publish(tx, { type: 'ui.patch', id: newId(), audience, patch: sent })
}

/**
 * Shows a toast on a user's open pages, if and only if `tx` commits. Long texts are cut. Throws if
 * `href` leads to another site.
 */
export async function publishToast(tx: Tx, userId: string, toast: UiToast): Promise<void> {
  const { level, title, message, action } = toast
  if (action && (!isOwnPath(action.href) || action.href.length > TOAST_LENGTHS.href))
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
