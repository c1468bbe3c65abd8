'use server'

import { z } from 'zod'
import { brandedMessages } from '@/lib/brand/branded-messages'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import { refuse, type Refusal } from '@/lib/platform/problems'
import { clipped, type FileFault } from '@/lib/user-import/file-fault'
import { shownFileName } from '@/lib/user-import/file-name'
import { formatOfFile } from '@/lib/user-import/format-of-file'
import { startImport } from '@/lib/user-import/start-import'
import { defineAction } from '@/lib/web/define-action'

export const uploadUsers = defineAction({
  access: { permission: 'users:activate' },
  body: z.object({ dry_run: z.literal('true').optional() }),
  takesFile: true,
  handle: async (body, { principal, ctx, file }) => {
    if (!file) return atFile('file_missing', brandedMessages(ctx.locale).userImport.chooseFile)
    const { bytes } = file
    const about = { format: formatOfFile(file.name, bytes), name: shownFileName(file.name) }
    const result = await startImport(principal, { ...about, bytes, dryRun: body.dry_run === 'true' }, ctx)
    if (!result.ok && 'fault' in result) return atFile(result.fault.code, wordsFor(result.fault, ctx.locale))
    return result
  },
  done: (value) => ({ redirect: `/dashboard/users/import/${value.import.id}` }),
})

/** A refusal beside the field, in the words of the page. */
function atFile(code: string, detail: string): Refusal {
  return refuse('validation_failed', { errors: [{ pointer: '/file', code, detail }] })
}

function wordsFor({ code, row, column }: FileFault, locale: Locale): string {
  const texts = brandedMessages(locale).userImport.faults
  const fault = formatMessage(texts[code], { column: clipped(column ?? '') })
  return row === undefined ? fault : formatMessage(texts.atRow, { row, fault })
}
