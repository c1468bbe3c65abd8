import { randomUUID } from 'node:crypto'
import type { Guard } from '@gatehouse/guard'
import { callerOf, requirePermission, webhooks } from '@gatehouse/guard/fastify'
import Fastify, { type FastifyInstance } from 'fastify'

interface NewOrder {
  product: string
  quantity: number
}

interface Order extends NewOrder {
  id: string
  /** The user who placed it. */
  placed_by: string
}

const newOrder = {
  type: 'object',
  required: ['product', 'quantity'],
  additionalProperties: false,
  properties: {
    product: { type: 'string', minLength: 1, maxLength: 100 },
    quantity: { type: 'integer', minimum: 1, maximum: 1000 },
  },
}

/** A small order service. The orders are in memory. */
export function createOrdersService(guard: Guard): FastifyInstance {
  const orders: Order[] = []
  const app = Fastify({ bodyLimit: 10_000 })

  app.get('/orders', { onRequest: requirePermission(guard, 'shop:orders:read') }, async () => ({
    data: orders,
  }))

  app.post<{ Body: NewOrder }>(
    '/orders',
    { onRequest: requirePermission(guard, 'shop:orders:write'), schema: { body: newOrder } },
    async (request, reply) => {
      const order: Order = {
        ...request.body,
        id: randomUUID(),
        placed_by: callerOf(request).userId,
      }
      orders.push(order)
      return reply.code(201).send(order)
    },
  )

  app.register(webhooks(guard), { prefix: '/webhooks/gatehouse' })
  app.addHook('onClose', async () => guard.close())
  return app
}
