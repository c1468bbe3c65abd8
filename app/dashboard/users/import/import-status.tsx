import { Badge } from '@/components/ui/badge'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport } from '@/lib/user-import/present-import'

interface ImportStatusProps extends Pick<PresentedImport, 'status' | 'refused'> {
  texts: Messages['userImport']
}

/** How far an import is, in a word. */
export function ImportStatus({ status, refused, texts }: ImportStatusProps) {
  const tones = {
    queued: 'neutral',
    running: 'accent',
    completed: refused > 0 ? 'warning' : 'success',
    stopped: 'warning',
  } as const
  return <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
}
