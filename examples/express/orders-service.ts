import { randomUUID } from 'node:crypto'
import type { Guard } from '@gatehouse/guard'
import { callerOf, requirePermission, webhookHandler } from '@gatehouse/guard/express'
import express, { type Express } from 'express'

interface Order {
  id: string
  product: string
  /** The user who placed it. */
  placed_by: string
}

/** A small order service. The orders are in memory. */
export function createOrdersService(guard: Guard): Express {
  const orders: Order[] = []
  const app = express()

  // Before the body parser, because a webhook is signed byte by byte.
  app.post('/webhooks/gatehouse', webhookHandler(guard))

  app.get('/orders', requirePermission(guard, 'shop:orders:read'), (_req, res) => {
    res.json({ data: orders })
  })

  app.post(
    '/orders',
    requirePermission(guard, 'shop:orders:write'),
    express.json({ limit: '10kb' }),
    (req, res) => {
      const { product } = (req.body ?? {}) as { product?: unknown }
      if (typeof product !== 'string' || !product || product.length > 100)
        return void res.status(422).json({ detail: 'Name a product of up to 100 characters.' })
      const order: Order = { id: randomUUID(), product, placed_by: callerOf(req).userId }
      orders.push(order)
      res.status(201).json(order)
    },
  )
  return app
}
