import { Badge } from '@/components/ui/badge'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport } from '@/lib/user-import/present-import'

interface ImportStatusProps extends Pick<PresentedImport, 'status'> {
  texts: Messages['userImport']
}

const TONES = { queued: 'neutral', running: 'accent', completed: 'success', stopped: 'warning' } as const

/** How far an import is, in a word. */
export function ImportStatus({ status, texts }: ImportStatusProps) {
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}
