import { createGuard } from '@gatehouse/guard'
import { createOrdersService } from './orders-service.js'

const { GATEHOUSE_URL, GATEHOUSE_API_KEY, GATEHOUSE_WEBHOOK_SECRET, PORT = '4000' } = process.env
if (!GATEHOUSE_URL) throw new Error('set GATEHOUSE_URL to the address of Gatehouse')

const guard = createGuard({
  issuer: GATEHOUSE_URL,
  // With a key that has users:read, the guard hears of changes at once.
  ...(GATEHOUSE_API_KEY ? { apiKey: GATEHOUSE_API_KEY } : {}),
  ...(GATEHOUSE_WEBHOOK_SECRET ? { webhookSecrets: [GATEHOUSE_WEBHOOK_SECRET] } : {}),
  onError: (error) => process.stderr.write(`gatehouse: ${String(error)}\n`),
})
const app = createOrdersService(guard)
process.stdout.write(`${await app.listen({ port: Number(PORT), host: '127.0.0.1' })}\n`)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close())
