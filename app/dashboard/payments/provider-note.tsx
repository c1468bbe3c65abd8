import { Alert } from '@/components/ui/alert'
import type { Messages } from '@/lib/i18n/messages'
import { activeProvider } from '@/lib/payments/providers/registry'

/** Says so where payments are simulated, or off. */
export function ProviderNote({ texts }: { texts: Messages['payments'] }) {
  const provider = activeProvider()
  if (provider?.name === 'stripe') return null
  return (
    <div className="mb-4">
      <Alert tone="warning">{provider ? texts.simulatorNote : texts.offNote}</Alert>
    </div>
  )
}
