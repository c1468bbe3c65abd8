import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import type { readUserAgent } from '@/lib/platform/user-agent'

/** A device in the reader's words, such as "Firefox on Linux". */
export function deviceName(
  { program, system }: ReturnType<typeof readUserAgent>,
  texts: Messages['account']['sessions'],
): string {
  if (program && system) return formatMessage(texts.deviceOn, { browser: program, os: system })
  return program ?? system ?? texts.unknownDevice
}
