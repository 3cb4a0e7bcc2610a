import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createAnswerCache } from '../portable/answer-cache.ts';
import { objectOf, text } from '../schemas/schema-builders.ts';
import { answerErrors } from './answer-errors.ts';
import { jsonAnswer } from './json-answer.ts';
import { type KeptAnswers, jsonBody } from './json-body.ts';
import { ProblemError } from './problem.ts';

const WORD = objectOf<{ readonly word: string }>('Word', { word: text() }, {});

/** A route that says a word back, and counts how often it had to; it refuses "no". */
function prepare(answers?: KeptAnswers) {
  const said: string[] = [];
  const app = new Hono().onError(answerErrors(() => undefined)).post('/', jsonBody(WORD, answers), (c) => {
    const { word } = c.req.valid('json');
    said.push(word);
    if (word === 'no') throw new ProblemError(422, 'refused', 'Not this word.');
    return jsonAnswer(c, { word, times: said.length });
  });
  const send = async (body: string, type = 'application/json') => {
    const init = { method: 'POST', headers: { 'content-type': type, 'content-length': `${body.length}` }, body };
    const response = await app.request('/', init);
    return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
  };
  return { said, send };
}

const answered = (body: string) => ({ status: 200, type: 'application/json', body });

test('a body that was answered before gets the same answer, and nothing is done again', async () => {
  const { said, send } = prepare(createAnswerCache());
  expect(await send('{"word":"a"}')).toStrictEqual(answered('{"word":"a","times":1}'));
  expect(await send('{"word":"a"}')).toStrictEqual(answered('{"word":"a","times":1}'));
  expect(await send('{"word":"b"}')).toStrictEqual(answered('{"word":"b","times":2}'));
  expect(await send('{"word":"a"} ')).toStrictEqual(answered('{"word":"a","times":3}'));
  expect(said).toStrictEqual(['a', 'b', 'a']);
});

test('what was answered as JSON is still refused as anything else', async () => {
  const { send } = prepare(createAnswerCache());
  await send('{"word":"a"}');
  expect(await send('{"word":"a"}', 'text/plain')).toMatchObject({ status: 415 });
});

test('a refusal is not kept', async () => {
  const { said, send } = prepare(createAnswerCache());
  expect([(await send('{"word":"no"}')).status, (await send('{"word":"no"}')).status]).toStrictEqual([422, 422]);
  expect(said).toStrictEqual(['no', 'no']);
});

test('without a cache every request is worked on', async () => {
  const { send } = prepare();
  await send('{"word":"a"}');
  expect(await send('{"word":"a"}')).toStrictEqual(answered('{"word":"a","times":2}'));
});
