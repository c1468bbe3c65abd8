// The reference: a bare Node HTTP server that does nothing but verify the same JWT and answer.
import { createServer } from 'node:http'
import { readAccessToken } from '@/lib/sessions/access-token'
import { loadSettings } from '@/lib/config/settings'

loadSettings()
const body = JSON.stringify({ ok: true })
createServer((req, res) => {
  const token = req.headers.authorization?.slice(7) ?? ''
  const valid = typeof readAccessToken(token, new Date()) === 'object'
  res.writeHead(valid ? 200 : 401, { 'content-type': 'application/json' }).end(body)
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('ready\n'))
