import { join } from 'node:path'
import { settings } from '@/lib/config/settings'

/** Where uploads are on the disk: those on their way in, and all of them where no S3 bucket is set. */
export function uploadsFolder(): string {
  return join(settings().dataDir, 'uploads')
}

/** Where files are while they are received. */
export function spoolFolder(): string {
  return join(uploadsFolder(), 'tmp')
}
