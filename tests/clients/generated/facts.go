// Facts read with the client that openapi-generator makes for Go. See tests/clients/test_generated.py.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sort"
	"strings"

	"soupis"
)

const ico, unverifiedIco = "00514152", "12345679"

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := soupis.NewConfiguration()
	configuration.Servers = soupis.ServerConfigurations{{URL: os.Getenv("SOUPIS_URL")}}
	client := soupis.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), soupis.ContextAccessToken, os.Getenv("SOUPIS_KEY"))
	facts := map[string]any{}

	facts["found"] = must(client.FirmyAPI.VyhledatFirmy(ctx).Q("budvar").Pocet(1).Execute()).Data.Firmy[0].Ico
	detail := must(client.FirmyAPI.DetailFirmy(ctx, ico).Execute()).Data
	facts["name"], facts["founded"] = detail.GetObchodniJmeno(), detail.GetDatumVzniku()
	vat := detail.GetDph()
	facts["vat"] = map[soupis.StavDph]string{soupis.PLATCE: "platce"}[vat.GetStav()]
	day := must(client.FirmyAPI.DetailFirmy(ctx, ico).KDatu("2012-03-15").Execute()).Data
	facts["asOf"] = []string{day.GetKDatu(), day.Uplnost.Stav}

	checked := must(client.FirmyAPI.OveritDph(ctx).DphDotaz(*soupis.NewDphDotaz([]string{ico, unverifiedIco})).Execute())
	unverified := []string{}
	for _, item := range checked.Data.Firmy {
		if !item.Dph.IsSet() || item.Dph.Get() == nil {
			unverified = append(unverified, item.Ico)
		}
	}
	facts["unverified"] = unverified

	natural, legal := []string{}, []string{}
	for _, item := range must(client.FirmyAPI.DetailFirmy(ctx, os.Getenv("MIXED")).Execute()).Data.Spolecnici {
		if item.Osoba.FyzickaOsoba != nil {
			natural = append(natural, item.Osoba.FyzickaOsoba.Prijmeni)
		} else {
			legal = append(legal, item.Osoba.PravnickaOsoba.ObchodniJmeno)
		}
	}
	facts["natural"], facts["legal"] = natural, legal

	key := must(client.OsobyAPI.VyhledatOsoby(ctx).Q("novotny").Pocet(1).Execute()).Data.Osoby[0].Klic
	known, roles := map[string]bool{}, []string{}
	for _, item := range must(client.OsobyAPI.ProfilOsoby(ctx, key).Execute()).Data.Angazma {
		if !known[item.Role] {
			known[item.Role], roles = true, append(roles, item.Role)
		}
	}
	sort.Strings(roles)
	facts["roles"] = roles
	file, _ := os.ReadFile(must(client.FirmyAPI.ExportovatFirmy(ctx).Q("budvar").Execute()).Name())
	facts["csv"] = strings.Split(strings.TrimPrefix(string(file), "\ufeff"), ";")[0]
	facts["suggested"] = must(client.OstatniAPI.Naseptat(ctx).Q("budv").Execute())[0].Ico
	facts["changes"] = len(must(client.FirmyAPI.Zmeny(ctx).Od(0).Pocet(3).Execute()).Data.Zmeny)

	asked := soupis.NewNovyWebhook(os.Getenv("RECEIVER"))
	asked.SetOddily([]string{"insolvence", "dph"})
	hook := must(client.SledovaniAPI.VytvoritWebhook(ctx).NovyWebhook(*asked).Execute()).Data
	deleted := must(client.SledovaniAPI.SmazatWebhook(ctx, hook.Id).Execute()).Data.Zruseno
	facts["webhook"] = []any{hook.Oddily, deleted}

	_, _, err := client.FirmyAPI.DetailFirmy(ctx, "00000019").Execute()
	refused := err.(*soupis.GenericOpenAPIError).Model().(soupis.ErrorEnvelope)
	facts["refused"] = []any{refused.Chyba.Status, refused.Chyba.Zprava}

	text, _ := json.Marshal(facts)
	fmt.Println(string(text))
}
