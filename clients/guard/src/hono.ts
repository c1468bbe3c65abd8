import type { Context, MiddlewareHandler } from 'hono'
import { noteCaller } from './callers.js'
import type { Guard } from './guard.js'
import { assertPermission } from './permission.js'
import { readBody } from './read-body.js'
import { type Refusal, refuse } from './refusals.js'
import { MAX_WEBHOOK_BYTES, type WebhookDelivery } from './webhook.js'

/** Admits requests of users with the permission. Throws a TypeError for an invalid permission. */
export function requirePermission(guard: Guard, permission: string): MiddlewareHandler {
  assertPermission(permission)
  return protect(guard, permission)
}

/** Admits requests of every user with an active session. */
export function requireSignIn(guard: Guard): MiddlewareHandler {
  return protect(guard, null)
}

/** Receives Gatehouse's webhooks. */
export function webhookHandler(guard: Guard): (context: Context) => Promise<Response> {
  return async (context) => {
    const { headers } = context.req.raw
    const body = await bodyOf(context.req.raw)
    const result = body !== null ? guard.handleWebhook({ headers, body }) : refuse('body_too_large')
    return result.ok ? new Response(null, { status: 204 }) : respond(guard, result, context)
  }
}

/** Null if it is too large; undefined, which the guard reports, if a middleware has read it. */
async function bodyOf(request: Request): Promise<WebhookDelivery['body'] | null> {
  if (request.bodyUsed) return undefined as unknown as WebhookDelivery['body']
  return readBody((request.body ?? []) as AsyncIterable<Uint8Array>, MAX_WEBHOOK_BYTES)
}

function protect(guard: Guard, permission: string | null): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context
    const decision = await guard.check(req.header('authorization'), permission, req)
    if (!decision.ok) return respond(guard, decision, context)
    noteCaller(context, decision.caller)
    await next()
    return undefined
  }
}

function respond(guard: Guard, refusal: Refusal, context: Context): Response {
  const { status, headers, body } = guard.problem(refusal, context.req.path)
  return new Response(body, { status, headers })
}

export { callerOf } from './callers.js'
