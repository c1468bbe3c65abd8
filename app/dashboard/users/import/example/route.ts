import { fileStream } from '@/lib/platform/file-stream'
import { refuse } from '@/lib/platform/problems'
import { exampleFile } from '@/lib/user-import/example-file'
import { defineDownload } from '@/lib/web/define-download'

export const GET = defineDownload({
  access: { permission: 'users:activate' },
  run: (query) => {
    const format = query.get('format')
    if (format !== 'csv' && format !== 'ndjson') return Promise.resolve(refuse('validation_failed'))
    return Promise.resolve({ ok: true, download: fileStream('users-example', format, exampleFile(format)) })
  },
})
