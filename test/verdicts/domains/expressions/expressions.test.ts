import assert from 'node:assert/strict';
import { checkExpression } from '../../../../src/verdicts/domains/expressions/check-expression.ts';
import {
  evaluateExpression,
  type ExpressionValue,
} from '../../../../src/verdicts/domains/expressions/evaluate-expression.ts';
import { ExpressionError } from '../../../../src/verdicts/domains/expressions/expression-node.ts';
import {
  describeType,
  numberTypeOf,
  type ExpressionScope,
  type ExpressionType,
} from '../../../../src/verdicts/domains/expressions/expression-type.ts';
import { parseExpression } from '../../../../src/verdicts/domains/expressions/parse-expression.ts';
import { parseUnit, toBaseUnits } from '../../../../src/verdicts/domains/expressions/units.ts';

const inUnit = (text: string): ExpressionType => {
  const unit = parseUnit(text);
  assert.ok(unit, text);
  return numberTypeOf(unit);
};

const scope: ExpressionScope = {
  parameters: new Map([
    ['bitrate', { type: inUnit('kbit/s'), defined: { minimum: 15_625, maximum: 125_000 } }],
    ['voltage', { type: inUnit('V'), defined: {} }],
    ['mode', { type: { kind: 'string' }, defined: {} }],
    ['inside', { type: inUnit('°C'), defined: {} }],
    ['outside', { type: inUnit('degF'), defined: {} }],
    ['room', { type: inUnit('K'), defined: {} }],
    ['fd', { type: { kind: 'boolean' }, defined: {} }],
  ]),
  messageProperties: new Map([
    ['payload', inUnit('B')],
    ['cycle_time', inUnit('ms')],
  ]),
};

function typeOf(text: string): string {
  return describeType(checkExpression(parseExpression(text), scope));
}

/** The value with bitrate 500 kbit/s and two messages of 8 B every 10 ms and 4 B every 20 ms. */
function valueOf(text: string): ExpressionValue {
  const node = parseExpression(text);
  checkExpression(node, scope);
  const values: Record<string, ExpressionValue> = { bitrate: 62_500, voltage: 12, mode: 'fast', fd: true };
  return evaluateExpression(node, {
    parameter: (name) => values[name],
    defined: (name) => scope.parameters.get(name)?.defined,
    messages: [
      {
        name: 'a',
        properties: new Map([
          ['payload', 8],
          ['cycle_time', 0.01],
        ]),
      },
      {
        name: 'b',
        properties: new Map([
          ['payload', 4],
          ['cycle_time', 0.02],
        ]),
      },
    ],
  });
}

/** The message of the error, and the part of the text that it is about. */
function errorOf(text: string): readonly [message: string, part: string] {
  try {
    checkExpression(parseExpression(text), scope);
  } catch (thrown) {
    assert.ok(thrown instanceof ExpressionError, String(thrown));
    return [thrown.message, text.slice(thrown.range.start, thrown.range.end)];
  }
  return assert.fail(`${text} has no error`);
}

describe('Expressions', () => {
  it('[ASSERT-XVAL-006] aggregate messages and convert units', () => {
    assert.equal(valueOf('sum(messages, payload / cycle_time) / bitrate'), (800 + 200) / 62_500);
    assert.equal(valueOf('sum(messages, payload, cycle_time < 15 ms) == 64 bit'), true);
    assert.equal(valueOf('count(messages)'), 2);
    assert.equal(valueOf('count(messages, payload > 4 B)'), 1);
    assert.equal(valueOf('average(messages, cycle_time) == 15 ms'), true);
    assert.equal(valueOf('min(messages, payload) == 4 B && max(messages, payload) == 8 B'), true);
  });

  it('calculate with numbers, units and conditions', () => {
    assert.equal(valueOf('1 + 2 * 3 ** 2'), 19);
    assert.equal(valueOf('sqrt(voltage ** 2) == 12 V'), true);
    assert.equal(valueOf('min(3, 1, 2) + max(3, 1, 2) - abs(-4)'), 0);
    assert.equal(valueOf('floor(2.7) + ceil(2.1) + round(2.5)'), 8);
    assert.equal(valueOf('maximum(bitrate) == 1000 kbit / (1 s)'), true);
    assert.equal(valueOf("mode == 'fast' && !(fd == false)"), true);
    assert.equal(valueOf('0.1 + 0.2 == 0.3'), true);
    assert.equal(valueOf('25 % == 0.25'), true);
  });

  it('have a type before any value is known', () => {
    assert.equal(typeOf('sum(messages, payload / cycle_time)'), 'a number in byte/second');
    assert.equal(typeOf('sum(messages, payload / cycle_time) / bitrate'), 'a number without a unit');
    assert.equal(typeOf('bitrate > 1 kbit / (1 ms)'), 'true or false');
    assert.equal(typeOf('voltage * 2 A'), typeOf('24 W'));
  });

  it('report units that do not fit, at their position', () => {
    assert.deepEqual(errorOf('1 + (bitrate + voltage) / 2'), [
      '"+" combines a number in byte/second and a number in kilogram*meter^2/ampere/second^3',
      '(bitrate + voltage)',
    ]);
    assert.deepEqual(errorOf('bitrate <= 0.5'), [
      '"<=" combines a number in byte/second and a number without a unit',
      'bitrate <= 0.5',
    ]);
    assert.deepEqual(errorOf('round(bitrate)')[1], 'bitrate');
    assert.deepEqual(errorOf('sqrt(bitrate)')[1], 'bitrate');
    assert.deepEqual(errorOf('mode < 3'), ['text does not fit "<"', 'mode']);
    assert.deepEqual(errorOf('3 quux + 1'), ['Unknown unit "quux"', '3 quux']);
  });

  it('[ASSERT-XVAL-006] add no values in units whose zero is not nothing', () => {
    for (const sum of ['40 °C + 20 °C', 'inside + outside', 'inside + 20 °C < 350 K', '5 K + inside + inside']) {
      assert.match(errorOf(sum)[0], /^"\+" adds values in units whose zero is not nothing/, sum);
    }
    assert.match(errorOf('inside - outside < 5 °C')[0], /^"<" combines a difference in kelvin and a number in kelvin/);
    for (const valid of ['inside + 5 K < 350 K', 'inside - outside < 5 K', 'inside - 5 K < 40 °C', 'inside < room']) {
      assert.equal(typeOf(valid), 'true or false', valid);
    }
    assert.equal(typeOf('max(inside, outside)'), 'a number in kelvin');
  });

  it('[ASSERT-XVAL-006] have numbers that are finite', () => {
    assert.deepEqual(errorOf('1 < 1e309'), ['The number is too large', '1e309']);
  });

  it('report unknown names and functions with a suggestion', () => {
    assert.deepEqual(errorOf('2 * bitrat'), ['Unknown name "bitrat". Did you mean "bitrate"?', 'bitrat']);
    assert.match(errorOf('summ(messages, payload)')[0], /^Unknown function "summ"\. Did you mean "sum"\?/);
    assert.match(errorOf('payload * 2')[0], /is a property of messages\. Use it inside/);
    assert.match(errorOf('sum(payload)')[0], /first argument of sum must be "messages"/);
    assert.match(errorOf('sum(messages)')[0], /Wrong number of arguments: sum\(messages, value, condition\?\)/);
    assert.match(errorOf('nominal(bitrate)')[0], /has no nominal value/);
    assert.match(errorOf('sum(messages, sum(messages, payload))')[0], /cannot be nested/);
    assert.match(errorOf('2 ** bitrate')[0], /exponent must be a whole number/);
  });

  it('cannot reach, define or execute anything', () => {
    const attacks = [
      'constructor',
      'constructor.constructor("return process")()',
      '__proto__',
      'bitrate.constructor',
      'toString()',
      'this',
      'globalThis.process',
      'import("node:fs")',
      'bitrate = 1',
      'x => x',
      '[1, 2]',
      '`text`',
      'a; b',
      'new Date()',
      'true ? 1 : 2',
      'hasOwnProperty(bitrate)',
      '~1',
      'bitrate++',
    ];
    for (const attack of attacks)
      assert.throws(() => checkExpression(parseExpression(attack), scope), ExpressionError, attack);
  });

  it('have a limited size', () => {
    assert.match(errorOf(`1${' + 1'.repeat(400)}`)[0], /characters; the limit is 1000/);
    assert.match(errorOf(`1${'+1'.repeat(400)}`)[0], /nested too deeply/);
    assert.match(errorOf(`${'('.repeat(480)}1${')'.repeat(480)} + x`)[0], /Unknown name/);
    assert.match(errorOf('  ')[0], /empty/);
  });

  it('reject incomplete text at its position', () => {
    assert.match(errorOf('1 +')[0], /cannot be parsed/);
    assert.match(errorOf('sum(messages, payload')[0], /cannot be parsed/);
    assert.match(errorOf('bitrate voltage')[0], /more than one expression/);
  });
});

describe('Units', () => {
  it('convert to base units, temperatures included', () => {
    const base = (value: number, text: string): number => toBaseUnits(value, parseUnit(text));
    assert.equal(base(500, 'kbit/s'), base(0.5, 'Mbit/s'));
    assert.equal(base(8, 'bit'), base(1, 'B'));
    assert.equal(base(25, '°C'), base(298.15, 'K'));
    assert.equal(base(50, '%'), 0.5);
    assert.ok(Math.abs(base(1, 'km/h') - base(1000 / 3600, 'm/s')) < 1e-12);
  });

  it('are undefined for a text that is none', () => {
    for (const text of ['', 'foo', '5 m', '5', 'constructor', '__proto__', 'm; s', 'x'.repeat(41), 'ms ms ms!']) {
      assert.equal(parseUnit(text), undefined, text);
    }
  });
});
