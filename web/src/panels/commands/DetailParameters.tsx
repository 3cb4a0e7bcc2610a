import type { ReactElement } from 'react';
import type { DetailParameter } from '../../analysis/commands/detail-parameters.ts';
import { Badge } from '../../components/Badge.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { countOf } from '../../state/health.ts';
import { riskMarks } from '../../state/risks.ts';
import { visibleText } from '../../state/visible-text.ts';

interface DetailParametersProps {
  readonly parameters: readonly DetailParameter[];
}

/** A command's arguments and options; those of the tool, which every command has, on demand. */
export function DetailParameters({ parameters }: DetailParametersProps): ReactElement | null {
  const own = parameters.filter(({ global }) => !global);
  const shared = parameters.filter(({ global }) => global);
  return (
    <>
      {own.length > 0 && <ParameterTable title={countOf(own.length, 'parameter')} parameters={own} />}
      {shared.length > 0 && (
        <Disclosure summary={`${countOf(shared.length, 'option')} of the tool itself`}>
          <ParameterTable title={`${countOf(shared.length, 'option')} of the tool itself`} parameters={shared} />
        </Disclosure>
      )}
    </>
  );
}

interface ParameterTableProps extends DetailParametersProps {
  readonly title: string;
}

function ParameterTable({ title, parameters }: ParameterTableProps): ReactElement {
  return (
    <table className="command-parameters">
      <caption>{title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type and meaning</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map((parameter) => (
          <ParameterRow key={parameter.key} parameter={parameter} />
        ))}
      </tbody>
    </table>
  );
}

function ParameterRow({ parameter }: { readonly parameter: DetailParameter }): ReactElement {
  const { key, spelling, type, required, standard, description, deprecated, effects } = parameter;
  const added = effects === undefined ? [] : riskMarks(effects).filter(({ risk }) => risk !== 'not-stated');
  return (
    <tr>
      <th scope="row" className="mono" title={`Models call it ${key}`}>
        {visibleText(spelling)}
      </th>
      <td>
        <p className="quiet">
          {visibleText(type)}
          {required && <strong> · required</strong>}
          {standard !== undefined && ` · default ${visibleText(standard)}`}
          {deprecated && ' · deprecated'}
        </p>
        <p>{visibleText(description)}</p>
        {added.length > 0 && (
          <ul className="badges" aria-label="Giving it adds">
            {added.map((mark) => (
              <Badge key={mark.risk} mark={{ ...mark, word: `+ ${mark.word}` }} />
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}
