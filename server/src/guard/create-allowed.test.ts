import { expect, test } from 'vitest';
import { createAllowed } from './create-allowed.ts';

test('a port that is picked while listening is taken up', () => {
  let port = 0;
  const allowed = createAllowed({ address: '127.0.0.1', interfaces: () => [] }, ['https://a.example'], () => port);
  allowed();
  port = 4171;
  expect(allowed()).toStrictEqual({ hosts: ['127.0.0.1:4171', 'localhost:4171'], origins: ['https://a.example'] });
});

test('on every interface, an address that came later is answered, and one that went is not', () => {
  let addresses = ['10.0.0.1'];
  const allowed = createAllowed({ address: '::', interfaces: () => addresses }, [], () => 4170);
  expect(allowed().hosts).toContain('10.0.0.1:4170');
  addresses = ['10.0.0.2'];
  expect(allowed().hosts).toStrictEqual(['127.0.0.1:4170', '[::1]:4170', '10.0.0.2:4170', 'localhost:4170']);
});
