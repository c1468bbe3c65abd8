import { fileStream } from '@/lib/platform/export-file'
import { refuse } from '@/lib/platform/problems'
import { exampleFile } from '@/lib/users/import/import-file'
import { defineDownload } from '@/lib/web/define-download'

export const GET = defineDownload({
  access: { permission: 'users:activate' },
  run: (query) => {
    const format = query.get('format')
    if (format !== 'csv' && format !== 'ndjson') return Promise.resolve(refuse('validation_failed'))
    return Promise.resolve({
      ok: true,
      file: fileStream('users-example', format, exampleFile(format)),
    })
  },
})
