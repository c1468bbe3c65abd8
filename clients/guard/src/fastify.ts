import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { noteCaller } from './callers.js'
import type { Guard } from './guard.js'
import { assertPermission } from './permission.js'
import type { Refusal } from './refusals.js'
import { MAX_WEBHOOK_BYTES } from './webhook.js'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

/**
 * Admits requests of users with the permission. Use it as `onRequest`, so that refused requests are
 * answered before their body is read. Throws a TypeError for an invalid permission.
 */
export function requirePermission(guard: Guard, permission: string): Hook {
  assertPermission(permission)
  return protect(guard, permission)
}

/** Admits requests of every user with an active session. */
export function requireSignIn(guard: Guard): Hook {
  return protect(guard, null)
}

/** Receives Gatehouse's webhooks at the prefix that it is registered with. */
export function webhooks(guard: Guard): FastifyPluginAsync {
  return async (app) => {
    // The signature is over the bytes, so they must not be parsed. Only this plugin is affected.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_WEBHOOK_BYTES },
      (_request, body, done) => done(null, body),
    )
    app.post('/', async (request, reply) => {
      const body = (request.body ?? '') as Buffer | string
      const result = guard.handleWebhook({ headers: request.headers, body })
      return result.ok ? reply.code(204).send() : send(guard, result, request, reply)
    })
  }
}

function protect(guard: Guard, permission: string | null): Hook {
  return async (request, reply) => {
    const decision = await guard.check(request.headers.authorization, permission, request)
    if (!decision.ok) return send(guard, decision, request, reply)
    noteCaller(request, decision.caller)
    return undefined
  }
}

function send(
  guard: Guard,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, headers, body } = guard.problem(refusal, request.originalUrl)
  // Fastify adds a charset to the type of a text, which JSON doesn't have.
  return reply.code(status).headers(headers).send(Buffer.from(body))
}

export { callerOf } from './callers.js'
