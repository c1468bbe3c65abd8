import type { Channel } from '@/lib/notifications/notification.schemas'

/** The channels that something is set up for: there is no way yet to hand over an SMS. */
export function availableChannels(): readonly Channel[] {
  return ['inbox', 'email']
}
