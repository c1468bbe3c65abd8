/** Payments: pages of the dashboard and the simulator. */
export const payments = {
  simulator: {
    title: 'Ödeme simülatörü',
    text: '{amount} tutarındaki ödeme onaylansın mı? Müşterinin bankasının vereceği yanıtı seçin.',
    answered: 'Bu ödeme zaten yanıtlandı.',
    notice: 'Simülatör: hiçbir karttan para çekilmez, hiç para aktarılmaz.',
    results: {
      passed: 'Ödemeyi onayla',
      failed: 'Kimlik doğrulamasını başarısız say',
      canceled: 'Vazgeç',
    },
    back: 'Geri dön',
  },
}
