import { publishPatch } from '@/lib/messaging/live/publish-live'
import type { Tx } from '@/lib/platform/db/database'

/** Refreshes the open pages that show notifications or templates, if `tx` commits. */
export function publishNotificationsChanged(tx: Tx): Promise<void> {
  const patch = { target: 'notifications', op: 'invalidate' } as const
  return publishPatch(tx, { permission: 'notifications:send' }, patch)
}
