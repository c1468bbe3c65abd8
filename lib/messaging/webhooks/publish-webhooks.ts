import { publishPatch } from '@/lib/messaging/live/publish-live'
import type { Tx } from '@/lib/platform/db/database'

/** Refreshes the open pages that show webhooks, if `tx` commits. */
export function publishWebhooksChanged(tx: Tx): Promise<void> {
  const patch = { target: 'webhooks', op: 'invalidate' } as const
  return publishPatch(tx, { permission: 'settings:manage' }, patch)
}
