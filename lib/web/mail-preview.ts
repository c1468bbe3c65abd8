/**
 * The HTML part of a mail as a document for a frame of a page. A frame takes over the page's content policy, which lets in style
 * elements that carry the nonce and no style attributes: each attribute becomes a rule. Made for mails of this service
 * (render-mail-html.ts), whose texts are escaped.
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
  // Before the mail's own rules, which override attributes in a dark theme.
  return body
    .replace('<style>', `<style nonce="${nonce}">${rules.join('\n')}</style>\n<style>`)
    .replaceAll('<style>', `<style nonce="${nonce}">`)
}
