/**
 * The HTML part of an email as a document for an iframe. The frame inherits the page's CSP, which
 * allows style elements with the nonce but no style attributes, so each attribute becomes a rule.
 * Only for this service's own emails (render-mail.ts), whose texts are escaped.
 */
export function mailPreview(html: string, nonce: string): string {
  const rules: string[] = []
  const body = html.replace(
    /<(\w+)((?: [^<>]*?)?) style="([^"]*)"/g,
    (_, tag: string, rest: string, style: string) => {
      const name = `s${rules.push(`.s${rules.length}{${style}}`) - 1}`
      const classed = rest.replace(/ class="([^"]*)"/, ` class="$1 ${name}"`)
      return `<${tag}${classed === rest ? `${rest} class="${name}"` : classed}`
    },
  )
  // Placed before the email's own rules, which override attributes in dark mode.
  return body
    .replace('<style>', `<style nonce="${nonce}">${rules.join('\n')}</style>\n<style>`)
    .replaceAll('<style>', `<style nonce="${nonce}">`)
}
