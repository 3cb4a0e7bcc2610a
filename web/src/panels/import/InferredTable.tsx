import type { ReactElement } from 'react';
import type { InferredEffect } from '../../analysis/import/describe-import.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { visibleText } from '../../state/visible-text.ts';

interface InferredTableProps {
  readonly inferred: readonly InferredEffect[];
  /** As many as there are, with those that are not listed. */
  readonly total: number;
}

/** Every effect that nobody stated, with the reason to assume it. */
export function InferredTable({ inferred, total }: InferredTableProps): ReactElement {
  return (
    <ScrollRegion className="import-inferred" label="Inferred effects">
      <table>
        <thead>
          <tr>
            <th scope="col">Command</th>
            <th scope="col">Effect</th>
            <th scope="col">Because of</th>
          </tr>
        </thead>
        <tbody>
          {inferred.map(({ place, field, value, reason }) => (
            <tr key={`${place} ${field} ${value} ${reason}`}>
              <td className="mono">{place === '' ? 'the tool itself' : visibleText(place)}</td>
              <td className="mono">
                {field}: {visibleText(value)}
              </td>
              <td>{visibleText(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > inferred.length && (
        <p className="quiet">and {(total - inferred.length).toLocaleString('en')} more, marked in the document</p>
      )}
    </ScrollRegion>
  );
}
