import { Lock } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import type { Messages } from '@/lib/i18n/messages'

/** Marks a role that cannot be changed. */
export function SystemBadge({ texts }: { texts: Messages['roles'] }) {
  return (
    <Badge>
      <Lock aria-hidden />
      {texts.system}
    </Badge>
  )
}
