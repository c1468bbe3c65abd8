'use server'

import { z } from 'zod'
import { brandedMessages } from '@/lib/brand/brand'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { type Refusal, refuse } from '@/lib/platform/problems'
import {
  clipped,
  displayFileName,
  type FileFault,
  formatOfFile,
} from '@/lib/users/import/import-file'
import { startImport } from '@/lib/users/import/start-import'
import { defineAction } from '@/lib/web/define-action'
import { pagePath } from '@/lib/web/page-address'

export const uploadUsers = defineAction({
  access: { permission: 'users:activate' },
  act: 'user_import',
  body: z.object({ dry_run: z.literal('true').optional() }),
  takesFileAt: '/dashboard/users/import',
  handle: async (body, { principal, ctx, file }) => {
    if (!file) return refuseFile('file_missing', brandedMessages(ctx.locale).userImport.chooseFile)
    const { bytes } = file
    const about = { format: formatOfFile(file.name, bytes), name: displayFileName(file.name) }
    const result = await startImport(
      principal,
      { ...about, bytes, dryRun: body.dry_run === 'true' },
      ctx,
    )
    if (!result.ok && 'fault' in result)
      return refuseFile(result.fault.code, describeFault(result.fault, ctx.locale))
    return result
  },
  done: (value) => ({ redirect: pagePath('/dashboard/users/import/[id]', value.import.id) }),
})

/** A refusal beside the file field, with the page's own text. */
function refuseFile(code: string, detail: string): Refusal {
  return refuse('validation_failed', { errors: [{ pointer: '/file', code, detail }] })
}

function describeFault({ code, row, column }: FileFault, locale: Locale): string {
  const texts = brandedMessages(locale).userImport.faults
  const fault = formatMessage(texts[code], { column: clipped(column ?? '') })
  return row === undefined ? fault : formatMessage(texts.atRow, { row, fault })
}
