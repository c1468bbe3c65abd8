import { BadgeCheck, CircleAlert } from 'lucide-react'
import { Badge } from '@/components/ui/badge'

/** Whether an e-mail address is confirmed. */
export function VerifiedBadge({
  verified,
  texts,
}: {
  verified: boolean
  texts: { verified: string; notVerified: string }
}) {
  return verified ? (
    <Badge tone="success">
      <BadgeCheck aria-hidden />
      {texts.verified}
    </Badge>
  ) : (
    <Badge tone="warning">
      <CircleAlert aria-hidden />
      {texts.notVerified}
    </Badge>
  )
}
