import { createGuard } from '@gatehouse/guard'
import { createOrdersService } from './orders-service.js'

const { GATEHOUSE_URL, GATEHOUSE_API_KEY, GATEHOUSE_WEBHOOK_SECRET, PORT = '4000' } = process.env
if (!GATEHOUSE_URL) throw new Error('set GATEHOUSE_URL to the address of Gatehouse')

const guard = createGuard({
  issuer: GATEHOUSE_URL,
  ...(GATEHOUSE_API_KEY ? { apiKey: GATEHOUSE_API_KEY } : {}),
  ...(GATEHOUSE_WEBHOOK_SECRET ? { webhookSecrets: [GATEHOUSE_WEBHOOK_SECRET] } : {}),
  onError: (error) => process.stderr.write(`gatehouse: ${String(error)}\n`),
})
const server = createOrdersService(guard).listen(Number(PORT), '127.0.0.1', (error) => {
  // For example, because the port is in use.
  if (error) throw error
  process.stdout.write(`http://127.0.0.1:${PORT}\n`)
})
const stop = () => {
  guard.close()
  server.close()
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
