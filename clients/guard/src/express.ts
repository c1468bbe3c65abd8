// Express 4 and 5, and everything else with (req, res, next).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { noteCaller } from './callers.js'
import type { Guard } from './guard.js'
import { assertPermission } from './permission.js'
import { readBody } from './read-body.js'
import { type Refusal, refuse } from './refusals.js'
import { MAX_WEBHOOK_BYTES, type WebhookDelivery } from './webhook.js'

type WithBody = IncomingMessage & { body?: unknown }

type Middleware = (
  req: WithBody & { originalUrl?: string },
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Admits requests of users with the permission. Use it before the body is parsed. Throws a
 * TypeError for an invalid permission.
 */
export function requirePermission(guard: Guard, permission: string): Middleware {
  assertPermission(permission)
  return protect(guard, permission)
}

/** Admits requests of every user with an active session. */
export function requireSignIn(guard: Guard): Middleware {
  return protect(guard, null)
}

/**
 * How long the rest of a body that is too large may arrive, so that its sender reads the answer.
 */
const LINGER_MS = 1000

/** Receives Gatehouse's webhooks. Mount it before any body parser, which would change the bytes. */
export function webhookHandler(guard: Guard): Middleware {
  return (req, res, next) => {
    bodyOf(req)
      .then((body) => {
        const result =
          body !== null
            ? guard.handleWebhook({ headers: req.headers, body })
            : refuse('body_too_large')
        if (result.ok) res.writeHead(204).end()
        else send(guard, result, req, res)
        if (body === null) closeSoon(req)
      })
      .catch(next)
  }
}

/**
 * Null if it is too large. What a parser left if it has read the body: raw bytes can still be used.
 */
async function bodyOf(req: WithBody): Promise<WebhookDelivery['body'] | null> {
  if (req.readableEnded) return req.body as WebhookDelivery['body']
  return readBody(req.iterator({ destroyOnReturn: false }), MAX_WEBHOOK_BYTES)
}

/**
 * Discards the rest of a body. Closing at once could reset the connection before the answer is
 * read.
 */
function closeSoon(req: IncomingMessage): void {
  const timer = setTimeout(() => req.destroy(), LINGER_MS).unref()
  req.once('close', () => clearTimeout(timer))
  req.resume()
}

function protect(guard: Guard, permission: string | null): Middleware {
  return (req, res, next) => {
    guard
      .check(req.headers.authorization, permission, req)
      .then((decision) => {
        if (!decision.ok) return send(guard, decision, req, res)
        noteCaller(req, decision.caller)
        next()
      })
      .catch(next)
  }
}

function send(
  guard: Guard,
  refusal: Refusal,
  req: IncomingMessage & { originalUrl?: string },
  res: ServerResponse,
): void {
  const { status, headers, body } = guard.problem(refusal, req.originalUrl ?? req.url ?? '/')
  res.writeHead(status, headers).end(body)
}

export { callerOf } from './callers.js'
