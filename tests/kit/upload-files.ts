import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { ReceivedFile } from '@/lib/platform/spooled-file'

/** A received file. */
export function receivedFile(
  content: string | Buffer,
  declaredType: string,
  name: string | null = 'file',
): ReceivedFile {
  return { name, declaredType, bytes: () => Promise.resolve(Buffer.from(content)) }
}

/** A picture in a single color. */
export function picture(width = 40, height = 30): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 20 } } })
}

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer | string = ''): Buffer {
  const named = Buffer.concat([Buffer.from(type), Buffer.from(data as string)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The smallest file that is accepted as a PDF. */
export const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

/** The body of a multipart form. Text is sent as one byte per character. */
export function multipartBody(
  parts: readonly { name: string; fileName?: string; type?: string; content: string | Buffer }[],
): { type: string; body: Buffer } {
  const boundary = '----boundary'
  const written = parts.flatMap(({ name, fileName, type, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
        `${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      'latin1',
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}
