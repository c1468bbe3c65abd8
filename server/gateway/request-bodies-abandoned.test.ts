import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receiveFile } from '@/lib/http/receive-file'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { RawConnection } from '@/tests/kit/raw-request'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useSettings } from '@/tests/kit/test-settings'
import { readBody } from '@/server/gateway/request-bodies'

/** More than one address, or one user, may have received at once. */
const MANY = 20
const PATH = '/api/v1/uploads'

let handle: (req: IncomingMessage, res: ServerResponse) => void
const server = createServer((req, res) => handle(req, res))
beforeAll(async () => {
  useSettings({ DATA_DIR: temporaryFolder() })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => server.close())

/** The result of `read` for a request whose sender left before, as during a slow authorization. */
function abandoned<T>(
  type: string,
  read: (req: IncomingMessage, res: ServerResponse) => Promise<T>,
): Promise<T> {
  return new Promise((resolve) => {
    handle = (req, res) => {
      req.once('close', () => resolve(read(req, res)))
      client.socket.resetAndDestroy()
    }
    const client = new RawConnection((server.address() as AddressInfo).port).send(
      `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 9000000\r\n\r\n--x`,
    )
  })
}

it('a large body whose sender has left takes no place', async () => {
  for (let i = 0; i < MANY; i++)
    expect(
      await abandoned('text/csv', (req, res) =>
        readBody({ req, res, path: PATH, requestId: 'r' }, MAX_UPLOAD_BYTES),
      ),
    ).toBe('aborted')
})

it.each(['multipart/form-data; boundary=x', 'image/png'])(
  'a file whose sender has left takes no place, and is no fault: %s',
  async (type) => {
    for (let i = 0; i < MANY; i++) {
      const received = await abandoned(type, (req) => {
        const request = {
          method: 'POST',
          path: PATH,
          requestId: 'r',
          query: () => new URLSearchParams(),
          header: (name: string) => (req.headers[name] as string | undefined) ?? null,
          readBody: async () => null,
          bodyStream: () => req,
          isGone: () => true,
        }
        return receiveFile(
          request,
          { types: ['image/png'], maxFileBytes: MAX_UPLOAD_BYTES, sender: 'user' },
          () => null,
        )
      })
      expect(received).toMatchObject({ code: 'bad_request' })
    }
  },
)
