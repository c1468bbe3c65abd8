import { Guard } from './guard.js'
import type { GuardOptions } from './options.js'

/**
 * Creates the guard of a service. One per process is enough; close it when the service stops.
 *
 * ```ts
 * const apiKey = process.env.GATEHOUSE_API_KEY
 * const guard = createGuard({ issuer: 'https://id.example.org', apiKey })
 * const decision = await guard.check(request.headers.authorization, 'shop:orders:read')
 * ```
 */
export function createGuard(options: GuardOptions): Guard {
  return new Guard(options)
}

export type { Caller, CheckedRequest, Decision, Guard } from './guard.js'
export type { GuardOptions } from './options.js'
export type { ProblemResponse, Refusal, RefusalCode } from './refusals.js'
export type { WebhookDelivery } from './webhook.js'
export type { WebhookEvent } from './webhook-events.js'
