import { eventFamilies, eventNames } from '@/lib/messaging/webhooks/webhook-events'

export const WEBHOOKS = '/dashboard/webhooks'

const selectable: readonly string[] = [...eventFamilies, ...eventNames]

/**
 * The name of an event's checkbox. Field names cannot contain dots, and fields whose name contains
 * a word such as “password” are never sent back to the page.
 */
export function eventField(event: string): string {
  return `event_${Buffer.from(event).toString('hex')}`
}

/**
 * Converts the fields of a posted form for the schema of the API: checkboxes become a list, an empty
 * description becomes none.
 */
export function gatherWebhook(fields: Record<string, unknown>): Record<string, unknown> {
  const others = Object.entries(fields).filter(([name]) => !name.startsWith('event_'))
  const { url, description, ...rest } = Object.fromEntries(others)
  return {
    ...rest,
    url: typeof url === 'string' ? url.trim() : '',
    description: typeof description === 'string' && description.trim() ? description : null,
    events: selectable.filter((event) => fields[eventField(event)] === 'on'),
  }
}
