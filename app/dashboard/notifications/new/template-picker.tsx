import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { Select } from '@/components/ui/select'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedTemplate } from '@/lib/notifications/present-template'
import { NOTIFICATIONS } from '@/lib/web/notifications-query'

interface TemplatePickerProps {
  templates: readonly PresentedTemplate[]
  /** The one that is used; null for none. */
  chosen: string | null
  texts: Messages['notificationPages']['form']
}

/** Begins with a template: a plain form whose field becomes the address. Nothing where there is none. */
export function TemplatePicker({ templates, chosen, texts }: TemplatePickerProps) {
  if (templates.length === 0) return null
  return (
    <form method="get" action={`${NOTIFICATIONS}/new`} className="mb-4 flex flex-wrap items-end gap-2">
      <div className="grid w-full max-w-xs gap-1">
        <Label htmlFor="template">{texts.template}</Label>
        <Select key={chosen} id="template" name="template" defaultValue={chosen ?? ''}>
          <option value="">{texts.chooseTemplate}</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Button type="submit" variant="outline">
        {texts.useTemplate}
      </Button>
    </form>
  )
}
