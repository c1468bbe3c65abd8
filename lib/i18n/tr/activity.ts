import type { Messages } from '@/lib/i18n/messages'

/** The charts of the home page. */
export const activity: Messages['activity'] = {
  title: 'Hareketler',
  lead: 'Saatler UTC.',
  range: 'Zaman aralığı',
  ranges: { '24h': '24 saat', '30d': '30 gün' },
  charts: {
    signUps: 'Kayıtlar',
    signIns: 'Oturum açmalar',
    signInFailures: 'Başarısız denemeler',
    activeSessions: 'Etkin oturumlar',
  },
  notes: {
    signUps: 'Kişilerin kendi açtığı hesaplar',
    signIns: 'Başlatılan oturumlar',
    signInFailures: 'Yanlış parola ve kodlar',
    activeSessions: 'Aynı anda en çok, beş dakikada bir ölçülür',
  },
  most: { hour: 'Saatte en çok {count}', day: 'Günde en çok {count}' },
  highest: 'En yüksek {count}',
  failures: 'Denetim kaydındaki yanlış parolalar',
  notMeasured: 'Ölçülmedi',
  summary: '{title}, {from} – {to} UTC: toplam {total}. {most}.',
  levelSummary: '{title}, {from} – {to} UTC: şu anda {total}. {most}.',
  table: 'Sayıları göster',
  columns: { hour: 'Saat (UTC)', day: 'Gün (UTC)' },
  emptyTitle: 'Henüz bir şey yok',
  emptyText: 'Bu dönemde hareket olmadı.',
}
