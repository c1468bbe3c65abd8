import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { latencyBeside, perSecond } from '@/bench/http-load'
import { median } from '@/bench/statistics'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'

const AT_ONCE = 8
/** Noise does not compress: an image of this size has about 5 MB. */
const WIDTH = 3500
const HEIGHT = 2600

interface UploadLoad {
  quietP99: number
  loadedP99: number
  uploadsPerSecond: number
  megabytes: number
}

/**
 * The latency of permission checks, quiet and while large images are uploaded, eight at once.
 */
export async function benchUploads(under: ServiceUnderTest): Promise<UploadLoad> {
  const token = (await post(under.service.url, '/auth/login', under)).access_token!
  const image = await noise()
  const url = `${under.service.url}/api/v1/auth/permissions`
  const rates: number[] = []
  const upload = async (seconds: number) => {
    rates.push(await perSecond(AT_ONCE, seconds, () => uploadAndDelete(under, token, image)))
  }
  const latency = await latencyBeside(upload, url, token)
  return {
    ...latency,
    uploadsPerSecond: median(rates),
    megabytes: image.length / 1e6,
  }
}

function noise(): Promise<Buffer> {
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 as const }
  return sharp(randomBytes(WIDTH * HEIGHT * 3), { raw })
    .jpeg({ quality: 72 })
    .toBuffer()
}

async function uploadAndDelete(
  { service }: ServiceUnderTest,
  token: string,
  image: Buffer,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'photo.jpg')
  const made = await fetch(`${service.url}/api/v1/uploads`, { method: 'POST', headers, body: form })
  if (made.status !== 201)
    throw new Error(`an upload was refused: ${made.status} ${await made.text()}`)
  const { id } = (await made.json()) as { id: string }
  const deleted = await fetch(`${service.url}/api/v1/uploads/${id}`, { method: 'DELETE', headers })
  if (!deleted.ok)
    throw new Error(`an upload was not deleted: ${deleted.status} ${await deleted.text()}`)
}
