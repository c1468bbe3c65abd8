import type { components } from './schema.ts'

/**
 * The body of a webhook's request, after its signature was verified. `type` tells what `data` has.
 */
export type WebhookEvent = components['schemas']['WebhookEvent']
